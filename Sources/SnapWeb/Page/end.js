// After a game: who won, how it went, and on to the next.
import { closedWords } from "./closed.js";
import { confirmFirst } from "./dialogs.js";
import { button, h, renew } from "./dom.js";
import { finishList } from "./finish.js";
import { act } from "./link.js";
import { proposalView } from "./proposal.js";
import { races } from "./races.js";
import { note, say } from "./speaker.js";
import { makeTalk } from "./talk.js";
import { transcriptActions } from "./transcripts.js";
import { signed } from "./words.js";

function results(result) {
  const seats = [...result.seats].sort((a, b) => b.cards - a.cards || a.seat - b.seat);
  return h("table", { class: "results", "aria-label": "How everyone came out" },
    h("thead", {}, h("tr", {}, ["Player", "Cards", "Score", "Snaps"].map((text, place) => h("th", { scope: "col", class: place ? "number" : "" }, text)))),
    h("tbody", {}, seats.map((seat) => {
      const won = result.winners.includes(seat.seat);
      return h("tr", { class: won ? "won" : "" },
        h("th", { scope: "row" }, won && h("span", { class: "star", role: "img", "aria-label": "Winner:" }, "★"), h("bdi", { class: "name", title: seat.name }, seat.name), seat.me && " (you)"),
        [seat.cards, signed(seat.score), seat.snapsWon].map((value) => h("td", { class: "number" }, value)));
    })));
}

/** How a game came out. `level`: of its heading. `more`: elements between the result and the transcript. */
export function makeOutcome(level, ...more) {
  const title = h(level, {}), table = h("section", { class: "panel", "aria-label": "Result" });
  const files = h("section", { class: "panel" }), finishes = h("section", { class: "panel" });
  const elements = [h("div", { class: "end-title" }, title), h("div", { class: "panels" }, h("div", { class: "column" }, table, ...more, files), finishes)];
  return {
    elements,
    /** `result` null: it has none. `actions`: for its transcript, unless what could do them `isGone`. */
    update(element, { words, result, list, mine, actions }) {
      element.classList.toggle("victory", Boolean(result?.winners.includes(mine)));
      title.textContent = words;
      table.hidden = !result;
      renew(table, result, () => result && [results(result), h("p", { class: "hint" }, result.scoring)]);
      renew(files, actions, () => [h("h2", {}, "Transcript"), actions.file
        ? [h("p", { class: "hint mono" }, actions.file), !actions.isGone && transcriptActions(actions.file, actions)] : h("p", { class: "hint" }, "This game left no transcript here.")]);
      renew(finishes, [result?.game, list.length, list[0]?.race], () => [h("h2", {}, "Photo finishes"), finishList(list, mine)]);
    },
  };
}

export function endScreen() {
  const next = h("section", { class: "panel start", "aria-label": "What next" });
  const leave = button("Leave", () => confirmFirst("Leave the table?", "The game is over: nothing is lost.", "Leave", () => act({ do: "leave" })), "ghost");
  const talk = makeTalk(), talking = h("section", { class: "panel", "aria-label": "Talk" }, h("h2", {}, "Talk"), talk.element);
  const outcome = makeOutcome("h1", next, talking);
  const element = h("div", { class: "end" },
    h("header", { class: "bar" }, h("p", { class: "end-what" }), h("div", { class: "tools" }, leave)), outcome.elements);
  let told = "";
  return {
    element,
    update(state) {
      const { result } = state.table ?? {};
      if (!result) return;
      const mine = result.seats.find((seat) => seat.me)?.seat ?? null;
      element.querySelector(".end-what").textContent = `Game ${result.game}, ${result.turns} turns`;
      const closed = state.screen === "closed";
      leave.hidden = closed;
      leave.textContent = state.table.leaving ? "Leaving…" : "Leave";
      renew(next, [closed, state.table.proposal, state.table.members.length, state.table.watches, state.table.suspended], () => closed
        ? [h("h2", {}, "Snap! has ended"), h("p", {}, closedWords)] : proposalView(state.table, "Next game"));
      outcome.update(element, { words: result.words, result, list: races.ofGame(), mine, actions: { file: result.transcript, isGone: closed } });
      talking.hidden = state.table.alone || state.table.watches || state.table.members.length < 2;
      talk.update(state.table.members);
      if (told !== result.words) { told = result.words; say(result.words); }
    },
    leave: talk.leave,
    happen(happening) {
      const words = happening.say?.join(" ");
      if (!words || happening.late || ["snap.result/1", "snap.said/1"].includes(happening.schema)) return;
      if (happening.schema === "snap.proposal/1") say(words); else note(words);
    },
  };
}
