// What plays a game again: buttons, keys, how quick, and where in the game.
import { isDialogOpen } from "./dialogs.js";
import { h, renew, setText } from "./dom.js";
import { icon } from "./icons.js";

const speeds = [0.5, 1, 2, 4];
let speed = 1;
const keys = { " ": "play", k: "play", ArrowRight: "on", n: "on", ArrowLeft: "back", p: "back", PageDown: "raceOn", r: "raceOn", PageUp: "raceBack", R: "raceBack", Home: "first", End: "last", Escape: "close", "+": "quicker", "-": "slower" };
const keyWords = [["Space", "play, pause"], ["← →", "step"], ["Page ↑ ↓", "race"], ["Home End", "ends"], ["+ −", "speed"], ["Esc", "close"]];

/** `orders`: what each button and key does, by its name; `turn(number)`: to that turn. */
export function makePlaybar(orders, { turns, racesAt }) {
  const make = (name, label) => h("button", { type: "button", class: `button ghost tool play-${name}`, "aria-label": label, title: label, onclick: () => orders[name]() }, icon(name));
  const buttons = { raceBack: make("raceBack", "Race before"), back: make("back", "Step back"), play: make("play", "Play"), on: make("on", "Step on"), raceOn: make("raceOn", "Next race") };
  const scrub = h("input", { type: "range", class: "scrub", min: 0, max: Math.max(1, turns), step: 1, value: 0, "aria-label": "Turn" });
  scrub.addEventListener("input", () => orders.turn(Number(scrub.value)));
  const ticks = h("div", { class: "ticks", "aria-hidden": "true" }, racesAt.slice(0, 400).map((at) => {
    const tick = h("span", {});
    tick.style.left = `${(at / Math.max(1, turns)) * 100}%`;
    return tick;
  }));
  const where = h("p", { class: "where" });
  const rate = h("select", { class: "rate", "aria-label": "Speed", onchange: () => { speed = Number(rate.value); orders.speed(); } },
    speeds.map((each) => h("option", { value: each, selected: each === speed }, `${each}×`)));
  const shift = (by) => {
    speed = speeds[Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(speed) + by))];
    rate.value = speed;
    orders.speed();
  };
  const own = { quicker: () => shift(1), slower: () => shift(-1) };
  const element = h("div", { class: "playbar", role: "group", "aria-label": "Playing again" },
    h("div", { class: "scrub-row" }, h("div", { class: "scrub-box" }, ticks, scrub), where),
    h("div", { class: "play-row" }, Object.values(buttons), rate),
    h("dl", { class: "play-keys" }, keyWords.map(([key, what]) => h("div", {}, h("dt", {}, key), h("dd", {}, what)))));
  const able = (button, isAble) => button.setAttribute("aria-disabled", String(!isAble));

  return {
    element,
    speed: () => speed,
    /** `turn` of all; `words`: where that is. `is…`: what can be done. */
    update({ turn, words, isPlaying, isFirst, isLast, hasRaceBefore, hasRaceAfter }) {
      if (Number(scrub.value) !== turn) scrub.value = turn;
      scrub.setAttribute("aria-valuetext", words);
      setText(where, words);
      renew(buttons.play, isPlaying, () => icon(isPlaying ? "pause" : "play"));
      buttons.play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
      buttons.play.title = isPlaying ? "Pause" : "Play";
      able(buttons.back, !isFirst);
      able(buttons.on, !isLast);
      able(buttons.raceBack, hasRaceBefore);
      able(buttons.raceOn, hasRaceAfter);
    },
    /** A key anywhere on the page. The slider gives way: a step is not always a turn. */
    key(event) {
      const { target } = event;
      if (isDialogOpen() || event.ctrlKey || event.altKey || event.metaKey || target.closest?.("select, summary")) return;
      const name = keys[event.key];
      if (!name) return;
      // Space presses the button that has the focus.
      if (event.key === " " && target.closest?.("button, a[href]")) return;
      event.preventDefault();
      (own[name] ?? orders[name])();
    },
  };
}
