// One field a setting: a slider, a number, a choice, a switch, a key. `store(setting, value)` gives a fault in words or null.
import { freshId, h } from "./dom.js";
import { keyWords } from "./preferences.js";

const titles = {
  name: "Name", matchBonus: "Points for a pair won", mismatchPenalty: "Points a wrong call loses", flipCost: "Points a turned card costs",
  turnPause: "Pause after a card", turnLimit: "Time to turn", falseStart: "False start", timeLimit: "Time limit", recycle: "Pile turned over",
  deadHeat: "Dead heat", sound: "Sounds", volume: "Volume", motion: "Motion", fourColour: "Four-colour deck", keySnap: "Key for Snap!", keyTurn: "Key to turn",
};
export const titleOf = (name) => titles[name] ?? name;

const choices = {
  shuffled: "Shuffled", "in-order": "In order", lot: "Drawn by lot", draw: "Drawn by lot", pool: "Cards go to a pool",
  full: "Full", reduced: "Reduced", off: "Off",
};
const units = { ms: "milliseconds", s: "seconds", "%": "per cent" };

/** A line under a field that tells what became of a change. */
function outcome() {
  const line = h("p", { class: "saved", "aria-live": "polite" });
  return {
    line,
    show(fault, done) {
      line.textContent = fault ?? done;
      line.classList.toggle("bad", fault !== null);
    },
  };
}

function number(setting, id, save) {
  const least = Number(setting.least ?? 0), most = Number(setting.most ?? 0);
  if (most - least <= 100) {
    const output = h("output", { for: id, text: setting.value });
    const input = h("input", {
      type: "range", id, min: least, max: most, step: 1, value: setting.value, "aria-describedby": `${id}-hint`,
      oninput: () => { output.textContent = input.value; }, onchange: () => save(input.value),
    });
    return h("div", { class: "slider" }, input, output);
  }
  const input = h("input", {
    type: "number", id, min: least, max: most, step: 1, value: setting.value, inputmode: "numeric", "aria-describedby": `${id}-hint`,
    onchange: () => save(input.value),
  });
  return input;
}

function words(setting, id, save) {
  const input = h("select", { id, "aria-describedby": `${id}-hint`, onchange: () => save(input.value) },
    setting.words.map((word) => h("option", { value: word, selected: word === setting.value }, choices[word] ?? word)));
  return input;
}

function key(setting, id, save) {
  const input = h("button", { type: "button", class: "button key", id, "aria-describedby": `${id}-hint` }, keyWords(setting.value));
  let waits = false;
  const rest = (value) => { waits = false; input.textContent = keyWords(value); };
  input.addEventListener("click", () => { waits = true; input.textContent = "Press a key…"; });
  input.addEventListener("blur", () => { if (waits) rest(setting.value); });
  input.addEventListener("keydown", async (event) => {
    if (!waits || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return rest(setting.value);
    const name = event.key === " " ? "Space" : event.key;
    const fault = await save(name);
    if (fault === null) setting.value = name;
    rest(setting.value);
  });
  // Releasing Space or Enter would press the button again.
  input.addEventListener("keyup", (event) => event.preventDefault());
  return input;
}

export function field(setting, store, done = "Saved.") {
  const id = freshId("field");
  const { line, show } = outcome();
  const save = async (value) => {
    const fault = await store(setting, value);
    show(fault, done);
    return fault;
  };
  const hint = h("p", { class: "hint", id: `${id}-hint` }, setting.meaning, setting.kind === "number" ? ` (${setting.least} to ${setting.most} ${units[setting.unit] ?? setting.unit}; usually ${setting.standard})` : "");
  if (setting.kind === "onOff") {
    const input = h("input", { type: "checkbox", id, checked: setting.value === "on" || setting.value === true, onchange: () => save(input.checked ? "on" : "off") });
    return h("div", { class: "field" }, h("label", { class: "check" }, input, titleOf(setting.name)), hint, line);
  }
  const made = { number, words, key }[setting.kind] ?? ((_, inputId) => {
    const input = h("input", { type: "text", id: inputId, value: setting.value, autocomplete: "nickname", "aria-describedby": `${inputId}-hint`, onchange: () => save(input.value) });
    return input;
  });
  return h("div", { class: "field" }, h("label", { for: id }, titleOf(setting.name)), made(setting, id, save), hint, line);
}

export const ruleFields = (settings, store) => settings.map((setting) => field(setting, store, ""));
