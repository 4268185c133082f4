// Past games, out of the transcripts on this computer.
import { h } from "./dom.js";
import { get } from "./link.js";
import { load, sheet } from "./sheet.js";
import { duration, seconds, signed } from "./words.js";

const columns = [
  { title: "Date", key: (game) => `${game.date} ${game.file}`, cell: (game) => game.date },
  { title: "Players", cell: (game) => h("bdi", {}, game.players.join(", ")) },
  { title: "Result", cell: (game) => h("bdi", {}, game.result) },
  { title: "Score", key: (game) => game.mine?.score, cell: (game) => (game.mine ? signed(game.mine.score) : "–"), number: true },
  { title: "Snaps won", cell: (game) => game.mine?.snapsWon ?? "–", number: true },
  { title: "Median", cell: (game) => time(game.mine?.medianMicros), number: true },
  { title: "Best", cell: (game) => time(game.mine?.bestMicros), number: true },
  { title: "Duration", key: (game) => game.durationMillis, cell: (game) => duration(game.durationMillis), number: true },
];
const time = (micros) => (micros === null || micros === undefined ? "–" : seconds(micros));

function compare(a, b) {
  // What has none comes last, whichever way.
  if (a === undefined || b === undefined) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}

function scoreTable(games) {
  let sorted = { column: columns[0], down: true };
  const body = h("tbody", {});
  const heads = columns.map((column) => {
    const head = h("th", { scope: "col", class: column.number ? "number" : "" }, column.title);
    if (column.key) {
      head.replaceChildren(h("button", { type: "button", class: "sort", onclick: () => {
        sorted = { column, down: sorted.column === column ? !sorted.down : true };
        fill();
      } }, column.title, h("span", { class: "arrow", "aria-hidden": "true" })));
    }
    return head;
  });
  function fill() {
    const { column, down } = sorted;
    const has = (game) => column.key(game) !== undefined && column.key(game) !== null;
    const rows = games.filter(has).sort((a, b) => (down ? -1 : 1) * compare(column.key(a), column.key(b)));
    rows.push(...games.filter((game) => !has(game)));
    body.replaceChildren(...rows.map((game) => h("tr", { class: game.mine?.won ? "won" : "" },
      columns.map((each) => h("td", { class: each.number ? "number" : "", "data-title": each.title }, each.cell(game))))));
    columns.forEach((each, place) => {
      if (!each.key) return;
      heads[place].setAttribute("aria-sort", each !== column ? "none" : down ? "descending" : "ascending");
      heads[place].querySelector(".arrow").textContent = each !== column ? "↕" : down ? "↓" : "↑";
    });
  }
  fill();
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Past games" },
    h("table", { class: "scores", "aria-label": "Past games" }, h("thead", {}, h("tr", {}, heads)), body));
}

export function scoresScreen() {
  const place = h("div", { class: "stack" });
  load(place, get("/scores"), ({ games }) => games.length
    ? [h("p", { class: "soft" }, "Median and best are your reactions. A game that you won is marked with ★."), scoreTable(games)]
    : h("div", { class: "empty" }, h("p", {}, "No games yet."), h("p", { class: "soft" }, "When you have played one, it stands here with its score and your reactions."),
      h("a", { class: "button primary", href: "#solo" }, "Play alone")));
  const element = sheet("Scores", place);
  element.classList.add("broad");
  return { element };
}
