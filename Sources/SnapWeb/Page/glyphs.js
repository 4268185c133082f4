// Letters and digits drawn with one stroke width, so that a card looks the same on every computer.
import { s } from "./dom.js";

/** In a box of 40 by 60, a stroke of 9. */
const strokes = {
  A: "M5 55 20 5 35 55M10.5 38h19",
  2: "M6 17C6 9 12 5 20 5s14 5 14 13C34 30 8 42 6 55h29",
  3: "M7 12c3-5 7-7 13-7 8 0 13 5 13 12s-5 12-14 12c10 0 16 5 16 13s-6 13-15 13c-7 0-12-3-15-8",
  4: "M28 55V5L5 41h31",
  5: "M32 5H10L8 28c4-3 8-4 12-4 9 0 15 6 15 15S29 55 19 55C13 55 8 53 5 48",
  6: "M32 9c-3-3-7-4-11-4C11 5 5 15 5 34c0 14 6 21 15 21s15-6 15-15-6-15-15-15c-8 0-14 5-15 12",
  7: "M5 5h30C25 20 17 36 15 55",
  8: "M20 28C12 28 7 23 7 16.5 7 10 12 5 20 5s13 5 13 11.5S28 28 20 28C11 28 5 34 5 41.5S11 55 20 55s15-6 15-13.5S29 28 20 28Z",
  9: "M8 51c4 3 7 4 11 4 10 0 16-10 16-29C35 12 29 5 20 5S5 11 5 20s6 15 15 15c8 0 14-5 15-12",
  10: "M3 14 11 5v50M21 20c0-9 3-15 9-15s9 6 9 15v20c0 9-3 15-9 15s-9-6-9-15Z",
  J: "M18 5h15M28 5v35c0 10-4 15-12 15S5 51 5 43",
  Q: "M20 5C10 5 5 15 5 30s5 25 15 25 15-10 15-25S30 5 20 5ZM23 42l13 14",
  K: "M6 5v50M34 5 6 34M15 26l20 29",
  S: "M34 13C31 8 26 5 20 5 12 5 6 9 6 17c0 16 28 9 28 26 0 8-6 12-14 12-7 0-12-3-15-9",
  N: "M5 55V5l30 50V5",
  P: "M6 55V5h14c9 0 15 6 15 13.5S29 32 20 32H6",
  "!": "M20 5v33M20 54v1",
};

/** `text` of the table above, its middle at (x, y). */
export function glyph(text, x, y, height) {
  const scale = height / 60;
  return s("path", {
    class: "glyph",
    d: strokes[text] ?? strokes["!"],
    transform: `translate(${x - 20 * scale} ${y - 30 * scale}) scale(${scale})`,
  });
}
