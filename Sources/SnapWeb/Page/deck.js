// The 52 cards and their back. A card is 240 by 336 (5 by 7); each is drawn once and copied from then on.
import { h, s } from "./dom.js";
import { court } from "./courts.js";
import { glyph } from "./glyphs.js";
import { installSuits, pip } from "./suits.js";
import { cardWords, rankOf, suitOf } from "./words.js";

const L = 86, C = 120, R = 154;
/** Where the pips are, by rank; what lies below the middle is upside down. */
const places = {
  2: [[C, 66], [C, 270]],
  3: [[C, 66], [C, 168], [C, 270]],
  4: [[L, 66], [R, 66], [L, 270], [R, 270]],
  5: [[L, 66], [R, 66], [C, 168], [L, 270], [R, 270]],
  6: [[L, 66], [R, 66], [L, 168], [R, 168], [L, 270], [R, 270]],
  7: [[L, 66], [R, 66], [C, 117], [L, 168], [R, 168], [L, 270], [R, 270]],
  8: [[L, 66], [R, 66], [C, 117], [L, 168], [R, 168], [C, 219], [L, 270], [R, 270]],
  9: [[L, 62], [R, 62], [L, 133], [R, 133], [C, 168], [L, 203], [R, 203], [L, 274], [R, 274]],
  10: [[L, 62], [R, 62], [C, 97], [L, 133], [R, 133], [L, 203], [R, 203], [C, 239], [L, 274], [R, 274]],
};

const corner = (rank, suit) => s("g", {}, glyph(rank, 31, 48, 60), pip(suit, 31, 104, 38));

function drawFace(card) {
  const rank = rankOf(card), suit = suitOf(card);
  const pips = places[rank]?.map(([x, y]) => pip(suit, x, y, 46, y > 168));
  return s("svg", { class: `face suit-${suit}`, viewBox: "0 0 240 336", "aria-hidden": "true" },
    s("rect", { class: "paper", x: 1, y: 1, width: 238, height: 334, rx: 17 }),
    rank === "A" ? pip(suit, 120, 168, 112) : pips ?? court(rank, suit),
    corner(rank, suit),
    s("g", { transform: "rotate(180 120 168)" }, corner(rank, suit)),
  );
}

function drawBack() {
  const lines = [];
  for (let at = -300; at <= 240; at += 24) {
    lines.push(`M${at} 0l336 336`, `M${at + 300} 0l-336 336`);
  }
  return s("svg", { class: "back", viewBox: "0 0 240 336", "aria-hidden": "true" },
    s("rect", { class: "paper", x: 1, y: 1, width: 238, height: 334, rx: 17 }),
    s("svg", { x: 14, y: 14, width: 212, height: 308, viewBox: "14 14 212 308" },
      s("rect", { class: "back-fill", x: 14, y: 14, width: 212, height: 308, rx: 9 }),
      s("path", { class: "lattice", d: lines.join("") })),
    s("rect", { class: "back-edge", x: 20, y: 20, width: 200, height: 296, rx: 6 }),
    s("circle", { class: "medal", cx: 120, cy: 168, r: 50 }),
    s("g", { class: "monogram" }, glyph("S", 110, 168, 54), glyph("!", 140, 168, 54)),
  );
}

const drawn = new Map();
function copy(name, draw) {
  if (!drawn.has(name)) drawn.set(name, draw());
  return drawn.get(name).cloneNode(true);
}

const isCard = (text) => /^([2-9]|10|[AJQK])[CDHS]$/.test(text);

/** Draws all that is needed, so that no card has to be drawn when it is turned. */
export function prepareDeck() {
  installSuits();
  for (const suit of "CDHS") {
    for (const rank of ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]) copy(rank + suit, () => drawFace(rank + suit));
  }
}

/** A card face up. What is no card is a blank one. */
export function faceUp(card) {
  const known = isCard(card);
  const element = h("div", { class: "card up", "data-card": card, title: known ? cardWords(card) : undefined });
  element.append(known ? copy(card, () => drawFace(card)) : copy("blank", () => s("svg", { class: "face", viewBox: "0 0 240 336" },
    s("rect", { class: "paper", x: 1, y: 1, width: 238, height: 334, rx: 17 }))));
  return element;
}

/** A card face down. */
export const faceDown = () => h("div", { class: "card down" }, copy("back", drawBack));

/** A card of the logo: a letter of S-N-A-P. */
export function logoCard(letter, suit) {
  return h("div", { class: "card logo-card" },
    s("svg", { class: `face suit-${suit}`, viewBox: "0 0 240 336", "aria-hidden": "true" },
      s("rect", { class: "paper", x: 1, y: 1, width: 238, height: 334, rx: 17 }),
      pip(suit, 34, 40, 38), glyph(letter, 120, 172, 164), pip(suit, 206, 296, 38, true)));
}
