// The photo finish: every caller's reaction as a bar with its uncertainty, and why it ended so.
import { showDialog } from "./dialogs.js";
import { faceUp } from "./deck.js";
import { h } from "./dom.js";
import { seconds } from "./words.js";

const titleOf = (race, mine) => {
  const name = race.calls.find(({ seat }) => seat === race.seat)?.name ?? "";
  const isMine = race.seat !== null && race.seat === mine;
  switch (race.verdict) {
    case "match": return isMine ? ["good", "Match! You win it"] : ["other", "Match! ", h("bdi", {}, name), " wins it"];
    case "wrong": return isMine ? ["bad", "No match! You must pay"] : ["other", race.reason === "falseStart" ? "Too soon! " : "No match! ", h("bdi", {}, name), " must pay"];
    case "pooled": return ["other", "Dead heat: to the snap pool"];
    default: return ["other", "Nobody wins this one"];
  }
};

const tags = (call, race, first) => [
  call.seat === race.seat && race.verdict === "match" && "★ wins", call.foul && "too soon", call.disputed && "disputed", !call.timely && race.reason !== "noMatch" && "late",
  first && race.contenders?.length > 1 && race.contenders.includes(call.seat) && "dead heat",
].filter(Boolean).join(", ");

function bar(call, race, mine, scale) {
  const part = (micros) => `${Math.min(100, Math.max(0, (micros / scale) * 100))}%`;
  const fill = h("span", { class: "reach" }), whisker = h("span", { class: "whisker" });
  fill.style.width = part(call.reactionMicros);
  whisker.style.left = part(call.loMicros);
  whisker.style.width = part(call.hiMicros - call.loMicros);
  const spread = Math.trunc((call.hiMicros - call.loMicros + 1) / 2000);
  const time = call.disputed ? `${seconds(call.loMicros)} or ${seconds(call.hiMicros)}` : [seconds(call.reactionMicros), spread > 0 && h("span", { class: "spread" }, ` ±${spread} ms`)];
  return h("li", { class: call.seat === race.seat ? `call ${race.verdict}` : "call" },
    h("bdi", { class: "name who", title: call.name }, call.seat === mine ? "You" : call.name),
    h("span", { class: "track", "aria-hidden": "true" }, fill, whisker),
    h("span", { class: "time" }, time, h("span", { class: "tags" }, tags(call, race, true))));
}

/** `mine`: the reader's seat or null. */
export function finishView(race, mine, level = "h3") {
  const calls = [...race.calls].sort((a, b) => a.reactionMicros - b.reactionMicros || a.seat - b.seat);
  const scale = Math.max(200000, ...calls.map(({ hiMicros, reactionMicros }) => Math.max(hiMicros, reactionMicros))) * 1.04;
  const [kind, ...title] = titleOf(race, mine);
  return h("div", { class: `finish ${kind}` },
    h("div", { class: "finish-head" },
      h(level, {}, h("span", { class: "finish-sign", "aria-hidden": "true" }, kind === "good" ? "✓" : kind === "bad" ? "✗" : "•"), " ", title),
      race.cards.length > 0 && h("div", { class: "finish-cards", role: "img", "aria-label": "The cards that matched" }, race.cards.map((card) => faceUp(card)))),
    h("ol", { class: "calls" }, calls.map((call) => bar(call, race, mine, scale))),
    h("p", { class: "why" }, race.say?.length ? race.say.join(" ") : ""),
    h("p", { class: "print margin" },
      race.marginMicros !== null && race.marginMicros !== undefined ? `Margin ${seconds(race.marginMicros)}. ` : "",
      `Told apart from ${(race.uncertaintyMicros / 1000).toFixed(1)} ms on.`));
}

/** Of these races, the newest first. */
export function finishList(list, mine, level = "h3") {
  if (!list.length) return h("p", { class: "soft" }, "Nobody has called Snap! in this game yet.");
  return h("ol", { class: "finishes" }, list.map((race) => h("li", {}, h("p", { class: "print" }, `Race ${race.race}`), finishView(race, mine, level))));
}

/** `notes`: the marks of this game, in words. */
export function showFinishes(list, mine, notes) {
  const marks = notes.length > 0 && h("section", { class: "stack" }, h("h3", {}, "Notes"), h("ul", { class: "plain-list" }, notes.map((note) => h("li", {}, note))));
  showDialog("Photo finishes", h("div", { class: "stack" }, marks, finishList(list, mine)), { wide: true });
}
