// Starting a game together: nobody owns a table, so whoever likes proposes and the others answer.
import { button, h } from "./dom.js";
import { act } from "./link.js";
import { titleOf } from "./fields.js";

/** The rules of a table, what is unusual marked. */
export function rulesList(rules) {
  return h("ul", { class: "rules-list" }, rules.map((rule) => h("li", { class: rule.usual ? "" : "unusual" },
    h("span", {}, titleOf(rule.name), h("span", { class: "hint" }, ` ${rule.meaning}`)),
    h("strong", {}, `${rule.value}${rule.unit ? ` ${rule.unit}` : ""}`, !rule.usual && h("span", { class: "unusual-tag" }, " not as usual")))));
}

/** "Time limit 60 s, the others as usual". */
export function unusualRules(rules) {
  const named = rules.filter((rule) => !rule.usual).map((rule) => `${titleOf(rule.name).toLowerCase()} ${rule.value}${rule.unit ? ` ${rule.unit}` : ""}`);
  return named.length ? `${named.join(", ")}; else as usual` : "as usual";
}

const together = (names) => h("bdi", {}, names.join(", "));

/** What can be done now; `startText`: what the button says. */
export function proposalView(table, startText) {
  const { proposal, members, watches, alone, suspended } = table;
  if (proposal?.open) {
    return h("div", { class: "ask" },
      h("h2", {}, h("bdi", {}, proposal.by), " proposes to start"),
      h("p", {}, "With ", together(proposal.players), "."), h("p", {}, "House rules: ", proposal.rules, "."),
      h("div", { class: "row" }, button("Accept", () => act({ do: "accept" }), "primary big", { "data-focus": "accept" }), button("Decline", () => act({ do: "decline" }), "", { "data-focus": "decline" })));
  }
  if (proposal) {
    return h("div", { class: "ask" },
      h("h2", {}, proposal.mine ? "You propose to start" : "You accepted"),
      h("p", {}, "With ", together(proposal.players), ". House rules: ", proposal.rules, "."),
      h("p", { class: "waiting" }, "Waiting for the answers of the others…"),
      h("div", { class: "row" }, button(proposal.mine ? "Take it back" : "Decline after all", () => act({ do: "decline" }), "", { "data-focus": "decline" })));
  }
  if (watches) return h("p", {}, "You look on. The players start the game.");
  if (!alone && members.length < 2) return h("p", { class: "waiting" }, "A game needs two players. Waiting for somebody to join…");
  return h("div", { class: "ask" },
    h("div", { class: "row" }, button(startText, () => act({ do: "start" }), "primary big", { "data-focus": "start", disabled: suspended })),
    !alone && h("p", { class: "hint" }, "Everyone here is asked; it begins when all have accepted."));
}
