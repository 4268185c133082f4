// Starting a table: with others, or alone.
import { freshId, h } from "./dom.js";
import { get, tryAct } from "./link.js";
import { ruleFields } from "./fields.js";
import { load, sheet } from "./sheet.js";

const ruleNames = ["matchBonus", "mismatchPenalty", "flipCost", "turnPause", "turnLimit", "falseStart", "timeLimit", "recycle", "deadHeat"];

function choice(legend, name, options, chosen) {
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choice" }, options.map(([value, text]) =>
    h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen }), h("span", {}, text)))));
}

/** House rules of this table alone: those that differ from the settings are sent. */
function houseRules(changed) {
  const place = h("div", { class: "rules-form" });
  load(place, get("/settings"), ({ settings }) => ruleFields(
    settings.filter(({ name }) => ruleNames.includes(name)),
    (setting, value) => {
      if (String(value) === String(setting.value)) delete changed[setting.name];
      else changed[setting.name] = String(value);
      return Promise.resolve(null);
    }));
  return h("details", { class: "house" }, h("summary", {}, "House rules"),
    h("p", { class: "hint" }, "For this table only. Your settings stay as they are."), place);
}

function beginScreen(title, intro, fields, submitText, makeOrder) {
  const changed = {};
  const fault = h("p", { class: "error", role: "alert", id: freshId("fault") });
  const form = h("form", { class: "stack" }, intro, fields, houseRules(changed), fault,
    h("button", { type: "submit", class: "button primary big" }, submitText));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const order = makeOrder(new FormData(form));
    if (Object.keys(changed).length) order.rules = changed;
    fault.textContent = (await tryAct(order)) ?? "";
  });
  return { element: sheet(title, form) };
}

export function soloScreen() {
  return beginScreen("Play alone",
    h("p", { class: "soft" }, "Ray, Lucy and Steve are full players with keys of their own. They play by the same rules, and the game leaves a transcript like any other."),
    [choice("Opponents", "opponents", [["1", "1"], ["2", "2"], ["3", "3"]], "1"),
      choice("Level", "level", [["child", "Child"], ["average", "Average"], ["expert", "Expert"]], "average")],
    "Deal the cards",
    (data) => ({ do: "solo", opponents: Number(data.get("opponents")), level: data.get("level") }));
}

export function newScreen() {
  return beginScreen("New table",
    h("p", { class: "soft" }, "You get a code. Whoever is on your network and knows it can join."),
    [choice("Seats", "players", [["2", "2"], ["3", "3"], ["4", "4"]], "4"),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "private" }),
        h("span", {}, "Private", h("span", { class: "hint" }, ": not listed; only who has the code can find it")))],
    "Open the table",
    (data) => ({ do: "new", players: Number(data.get("players")), private: data.get("private") !== null }));
}
