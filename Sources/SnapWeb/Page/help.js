// The rules, the keys, and why it is fair.
import { h } from "./dom.js";
import { faceUp } from "./deck.js";
import { keyWords, preferences, snapKeys } from "./preferences.js";
import { sheet } from "./sheet.js";

const section = (title, ...content) => h("section", { class: "stack" }, h("h2", {}, title), content);
const list = (...lines) => h("ul", { class: "plain-list" }, lines.map((line) => h("li", {}, line)));

/** The rules in words; also shown at the table. */
export function rulesWords() {
  const { keyTurn } = preferences();
  return h("div", { class: "help stack" },
    section("The game",
      h("p", {}, "Everybody turns cards from a face-down pile onto a face-up pile, clockwise. When the topmost cards of two players have the same rank, whoever calls Snap! first wins those piles."),
      h("div", { class: "example", role: "img", "aria-label": "A match: seven of hearts and seven of clubs." },
        faceUp("7H"), h("span", { class: "display" }, "="), faceUp("7C"), h("span", { class: "display" }, "Snap!")),
      list("Only ranks match; suits never matter.", "You may call on anyone's turn, for any two piles, also on a card that you turned yourself.",
        "Without a match the quickest caller pays one card to each opponent.", "Losing a race costs nothing: you were too slow.",
        "Without face-down cards your face-up pile is turned over and played again.",
        "Who holds all 52 cards wins; when the time is up, whoever holds most.")),
    section("Keys",
      h("dl", { class: "keys" },
        h("div", {}, h("dt", {}, snapKeys()), h("dd", {}, "Snap!")),
        h("div", {}, h("dt", {}, keyWords(keyTurn)), h("dd", {}, "turn your card")),
        h("div", {}, h("dt", {}, "1 to 6"), h("dd", {}, "a quick reaction")),
        h("div", {}, h("dt", {}, "Tab"), h("dd", {}, "to the other buttons; Enter presses them"))),
      h("p", {}, "While a game is played again: Space plays and pauses, the left and right arrows go step by step, Page Up and Page Down to a race, Home and End to either end, + and − change the speed, Escape closes it."),
      h("p", {}, "On a touch screen there are two large buttons. A press counts at once, whatever moves on the table.")),
    section("Who was first?",
      h("p", {}, "A race is won by the quickest reaction: from the moment the card was on your screen to your press, not by the shorter line. After each race the photo finish shows every caller as a bar; the thin line at its end is how exactly that is known. Calls too close to tell apart are settled by a lot that nobody can bias."),
      list("A press sooner than 0.1 s after a card is no reaction: it counts for the card before.", "A seat that does not turn in time is turned by its own computer.")),
    section("Nobody to trust",
      h("p", {}, "There is no server and no host. Every computer plays by the same rules, signs what it does and checks the others. No card is fixed before it is turned; together the players draw it. Everything stands in the transcript, which anybody can audit.")));
}

export function helpScreen() {
  return { element: sheet("Help", rulesWords()) };
}
