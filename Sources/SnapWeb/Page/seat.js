// One seat at the table: two piles, who sits there, a bubble for what they say.
import { faceDown, faceUp } from "./deck.js";
import { h, s, setText } from "./dom.js";
import { flash, settle } from "./motion.js";
import { cardWords, connection, plural, signed } from "./words.js";

/** How crooked a card lies: the same for the same card, and never so that its corner is hidden. */
function crooked(card, seat) {
  let hash = seat * 31 + 7;
  for (const letter of card) hash = (hash * 33 + letter.charCodeAt(0)) % 9973;
  return `translate(${(hash % 7) - 3}%, ${(Math.trunc(hash / 7) % 5) - 2}%) rotate(${(Math.trunc(hash / 35) % 9) - 4}deg)`;
}

const smiley = () => s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
  s("circle", { cx: 50, cy: 50, r: 46, class: "smile-face" }), s("circle", { cx: 34, cy: 40, r: 6, class: "smile-ink" }), s("circle", { cx: 66, cy: 40, r: 6, class: "smile-ink" }),
  s("path", { d: "M26 58c10 22 38 22 48 0", class: "smile-mouth" }));
const cross = () => s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
  s("circle", { cx: 50, cy: 50, r: 46, class: "cross-disc" }), s("path", { d: "M28 28l44 44M72 28 28 72", class: "cross-lines" }));

const bars = (strength) => s("svg", { class: "signal", viewBox: "0 0 16 12", "aria-hidden": "true" },
  [1, 2, 3].map((each) => s("rect", { x: each * 5 - 4, y: 12 - each * 4, width: 4, height: each * 4, class: each <= strength ? "on" : "off" })));

/** `live`: the player's line and what it has won here are shown. */
export function makeSeat(number, place, live) {
  const downCard = faceDown(), downCount = h("p", { class: "count" }), upCount = h("p", { class: "count" });
  const upCards = h("div", { class: "lies" });
  const downSpot = h("div", { class: "spot" }, downCard), upSpot = h("div", { class: "spot" }, upCards);
  const down = h("div", { class: "pile pile-down" }, downSpot, downCount);
  const up = h("div", { class: "pile pile-up" }, upSpot, upCount);
  const name = h("bdi", { class: "name" }), given = h("bdi", { class: "given" }), fingerprint = h("span", { class: "mono fp" });
  const turn = h("p", { class: "turn-tag" }), score = h("span", {}), games = h("span", { class: "games" }), figures = h("p", { class: "figures" }, score, games), line = h("p", { class: "line", hidden: !live }), marks = h("p", { class: "marks" });
  const bubble = h("p", { class: "bubble", hidden: true, "aria-hidden": "true" });
  const splash = h("div", { class: "splash", hidden: true, "aria-hidden": "true" });
  downSpot.append(splash);
  const element = h("section", { class: `seat at-${place}`, "data-seat": number },
    h("div", { class: "piles" }, down, up),
    h("div", { class: "plate" }, h("div", { class: "plate-head" }, h("h2", {}, name, " ", given), fingerprint), turn, figures, line, marks), bubble);
  let shown = [];

  function showUp(cards, count, fresh) {
    upSpot.classList.toggle("bare", cards.length === 0);
    setText(upCount, count ? `${count} up` : "none up");
    if (shown.join() === cards.join()) return;
    const old = new Map([...upCards.children].map((lay) => [lay.dataset.card, lay]));
    const lays = cards.map((card) => old.get(card) ?? lie(card));
    upCards.replaceChildren(...lays);
    const top = cards.at(-1);
    if (fresh && top && !old.has(top)) settle(lays.at(-1).firstChild, downSpot, upSpot);
    shown = cards;
  }
  function lie(card) {
    const lay = h("div", { class: "lay", "data-card": card }, faceUp(card));
    lay.style.transform = crooked(card, number);
    return lay;
  }

  return {
    element, downSpot, upSpot,
    top: () => shown.at(-1) ?? null,
    /** `tag`: whose turn it is, in words, or nothing. `fresh`: a card was just turned here. */
    update(seat, { tag, active, fresh }) {
      setText(name, seat.me ? "You" : seat.name);
      name.title = seat.name;
      setText(given, seat.given ? `(${seat.given})` : "");
      setText(fingerprint, seat.fingerprint);
      element.setAttribute("aria-label", seat.me ? `You, ${seat.name}` : seat.name);
      element.classList.toggle("active", active);
      element.classList.toggle("gone", !seat.present || seat.out);
      setText(turn, tag);
      setText(score, `Score ${signed(seat.score)}, ${plural(seat.snapsWon, "snap")}`);
      setText(games, seat.gamesWon === null ? "" : `, ${seat.gamesWon} won`);
      const { text, strength } = connection(seat);
      if (line.dataset.text !== text) {
        line.dataset.text = text;
        line.replaceChildren(bars(strength), h("span", {}, text));
      }
      setText(marks, seat.marks?.length ? `Note: ${seat.marks.join(" ")}` : "");
      downSpot.classList.toggle("bare", seat.down === 0);
      downSpot.dataset.deep = seat.down > 12 ? 3 : seat.down > 4 ? 2 : 1;
      setText(downCount, seat.down ? `${seat.down} down` : "none down");
      showUp(seat.up, seat.upCount, fresh);
      const top = seat.up.at(-1);
      up.setAttribute("role", "img");
      up.setAttribute("aria-label", top ? `Face up: ${cardWords(top)} on top, ${plural(seat.upCount, "card")}` : "Nothing face up");
      down.setAttribute("role", "img");
      down.setAttribute("aria-label", `Face down: ${plural(seat.down, "card")}`);
    },
    say(text, kind = "", millis = 1100) {
      bubble.textContent = text;
      bubble.className = `bubble ${kind}`;
      flash(bubble, millis, { pop: true });
    },
    /** Over the face-down pile, where nothing that can be called is hidden. */
    splash(isRight) {
      splash.replaceChildren(isRight ? smiley() : cross());
      flash(splash, 1200, { pop: true });
    },
    hush() {
      for (const each of [bubble, splash]) {
        each.flashing?.cancel();
        each.hidden = true;
      }
    },
  };
}
