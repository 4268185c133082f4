// Jack, queen and king: figures of plain shapes, the upper half drawn and turned round for the lower one.
import { s } from "./dom.js";
import { pip } from "./suits.js";

const path = (d, className, more = {}) => s("path", { d, class: className, ...more });
const circle = (cx, cy, r, className) => s("circle", { cx, cy, r, class: className });

/** What a robe is adorned with, by suit: chevrons, lozenges, rings, stripes. */
const ornaments = {
  H: () => [128, 142, 156].map((y) => path(`M106 ${y}l14 8 14-8`, "thread")),
  D: () => [132, 154].map((y) => path(`M120 ${y - 9}l7 9-7 9-7-9Z`, "gem")),
  C: () => [[113, 132], [127, 132], [120, 146], [113, 160], [127, 160]].map(([x, y]) => circle(x, y, 4.5, "gem")),
  S: () => [110, 116.7, 123.3, 130].map((x) => path(`M${x} 122v46`, "thread")),
};

function robe(suit) {
  return [
    path("M63 168v-14c0-22 24-32 57-32s57 10 57 32v14Z", "robe"),
    path("M63 168v-14c0-8 3-14 9-19l14 33ZM177 168v-14c0-8-3-14-9-19l-14 33Z", "trim"),
    path("M103 168v-45c11-2 23-2 34 0v45Z", "gold"),
    ornaments[suit](),
  ];
}

const face = () => [
  path("M99 78h42v22c0 16-9 27-21 27s-21-11-21-27Z", "skin"),
  path("M106 90.5c2-2.5 6-2.5 8 0M126 90.5c2-2.5 6-2.5 8 0", "line"),
  circle(110, 95, 2.6, "dark"), circle(130, 95, 2.6, "dark"),
  path("M120 94v10h-4", "line"),
];

const king = (suit) => [
  path("M93 78c-8 10-8 34 0 40h54c8-6 8-30 0-40Z", "hair"),
  robe(suit),
  face(),
  path("M98 98c3 9 10 9 14 8 4-3 12-3 16 0 4 1 11 1 14-8 3 24-6 42-22 46-16-4-25-22-22-46Z", "hair"),
  path("M113 112c4 3 10 3 14 0", "lip"),
  path("M92 80 87 49l18 14 15-22 15 22 18-14-5 31Z", "gold"),
  path("M92 80h56v-9H93.5Z", "trim"),
  circle(87, 47, 4.5, "gem"), circle(153, 47, 4.5, "gem"), circle(120, 40, 5.5, "gem"),
  // A sword, held upright.
  path("M166 66l5 8v62h-10V74Z", "steel"),
  path("M154 134h24v7h-24ZM162.5 141h7v18h-7Z", "gold"),
  circle(166, 150, 6.5, "skin"),
];

const queen = (suit) => [
  path("M94 76c-14 18-12 52-16 66 10 6 22 2 26-6h32c4 8 16 12 26 6-4-14-2-48-16-66Z", "hair"),
  robe(suit),
  path("M110 118h20v10l-10 12-10-12Z", "skin"),
  face(),
  path("M99 92c2-10 12-14 21-16 9 2 19 6 21 16V74H99Z", "hair"),
  path("M114 112c3-2.5 4-1 6 0 2-1 3-2.5 6 0-3 5-9 5-12 0Z", "lips"),
  path("M96 76c-2-12 2-22 8-26 3 8 6 10 8 10 2-8 5-13 8-16 3 3 6 8 8 16 2 0 5-2 8-10 6 4 10 14 8 26-16-4-32-4-48 0Z", "gold"),
  circle(104, 49, 4, "gem"), circle(120, 43, 4.5, "gem"), circle(136, 49, 4, "gem"),
  path("M97 74c15-4 31-4 46 0", "thread"),
  // A flower on its stem.
  path("M165 160c-3-14-2-26 1-38", "stem"),
  path("M164 142c6-8 10-8 14-7-2 6-7 9-14 7Z", "leaf"),
  [0, 72, 144, 216, 288].map((turn) => s("circle", { cx: 166, cy: 102, r: 7, class: "petal", transform: `rotate(${turn} 166 111)` })),
  circle(166, 111, 5, "gold"),
  circle(165, 152, 6.5, "skin"),
];

const jack = (suit) => [
  path("M94 80c-7 14-8 30-4 42 6 3 12 0 14-4h32c2 4 8 7 14 4 4-12 3-28-4-42Z", "hair"),
  robe(suit),
  path("M111 118h18v8l-9 8-9-8Z", "skin"),
  face(),
  path("M114 112.5c4 2.5 8 2.5 12 0", "lip"),
  path("M98 90c4-4 8-10 10-14h24c2 4 6 10 10 14V72H98Z", "hair"),
  // A flat cap with a feather.
  path("M88 78c-2-16 12-27 32-27 18 0 34 10 32 27-20-6-44-6-64 0Z", "trim"),
  path("M87 79c20-8 46-8 66 0l1-9c-22-8-46-8-68 0Z", "gold"),
  path("M140 62c4-18 18-26 30-20-4 12-14 20-28 24Z", "feather"),
  path("M142 64c6-8 14-15 24-19", "line"),
  // A halberd.
  path("M163.5 92h5v72h-5Z", "wood"),
  path("M166 74l6 14-6 10-6-10ZM171 96c8 0 10 6 8 14-4-4-6-5-10-5ZM161 96l-7 6 8 3Z", "steel"),
  circle(166, 148, 6.5, "skin"),
];

const figures = { J: jack, Q: queen, K: king };

/** The figure of a court card, for the box of 240 by 336 of a card. */
export function court(rank, suit) {
  const half = () => s("g", {}, figures[rank](suit), pip(suit, 78, 62, 28));
  return s("g", { class: `court court-${suit}` },
    s("rect", { x: 58, y: 32, width: 124, height: 272, rx: 8, class: "frame" }),
    half(),
    s("g", { transform: "rotate(180 120 168)" }, half()),
    path("M58 168h124", "thread"),
  );
}
