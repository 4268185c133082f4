// The tools in the bar above a table.
import { showDialog } from "./dialogs.js";
import { h, renew } from "./dom.js";
import { showFinishes } from "./finish.js";
import { rulesWords } from "./help.js";
import { icon } from "./icons.js";
import { act } from "./link.js";
import { preferences } from "./preferences.js";
import { rulesList } from "./proposal.js";

/** A sign with its word, which small windows leave to be read out. */
export const signed = (name, label) => [icon(name), h("span", { class: "tool-word" }, label)];
export const tool = (name, label, action) => h("button", { type: "button", class: "button ghost tool", onclick: action }, signed(name, label));

/** `table`: gives it as it stands. */
export function tableTools(table, races) {
  const game = () => table()?.game;
  const sound = h("button", { type: "button", class: "button ghost tool", onclick: () => act({ do: "set", name: "sound", value: preferences().sound ? "off" : "on" }) });
  return {
    elements: [
      tool("races", "Races", () => showFinishes(races.ofGame(), game()?.mySeat ?? null, game()?.seats.flatMap((seat) => seat.marks ?? []) ?? [])),
      tool("rules", "Rules", () => showDialog("Rules", h("div", { class: "stack" }, h("section", {}, h("h3", {}, "At this table"), rulesList(table()?.rules ?? [])), rulesWords()), { wide: true })),
      sound],
    update: () => renew(sound, preferences().sound, () => signed(preferences().sound ? "sound" : "mute", preferences().sound ? "Sound on" : "Sound off")),
  };
}
