// What the player has set, written as it is changed.
import { h } from "./dom.js";
import { field } from "./fields.js";
import { get, tryAct } from "./link.js";
import { load, sheet } from "./sheet.js";

const groups = [
  ["You", "", ["name"]],
  ["Score", "Scores decide nothing. They are shown, recorded and ranked.", ["matchBonus", "mismatchPenalty", "flipCost"]],
  ["This page", "", ["sound", "volume", "motion", "fourColour", "keySnap", "keyTurn"]],
  ["House rules", "They hold at the tables that you start; everybody sees them before accepting.", ["timeLimit", "turnPause", "turnLimit", "falseStart", "recycle", "deadHeat"]],
];

export function settingsScreen() {
  const place = h("div", { class: "settings" });
  const store = (setting, value) => tryAct({ do: "set", name: setting.name, value: String(value) });
  load(place, get("/settings"), ({ settings, identity }) => {
    const known = new Set(groups.flatMap(([, , names]) => names));
    const rest = settings.filter(({ name }) => !known.has(name)).map(({ name }) => name);
    return [...groups, ["Other", "", rest]].map(([title, words, names]) => {
      const chosen = names.map((name) => settings.find((setting) => setting.name === name)).filter(Boolean);
      return chosen.length > 0 && h("section", { class: "group" }, h("h2", {}, title), words && h("p", { class: "hint" }, words),
        title === "You" && h("p", { class: "hint" }, "Your fingerprint: ", h("span", { class: "mono" }, identity.fingerprint),
          ". It tells you from others of the same name."),
        h("div", { class: "fields" }, chosen.map((setting) => field(setting, store))));
    });
  });
  return { element: sheet("Settings", place) };
}
