// The four suits, each in a box of 100 by 100, kept once and used everywhere.
import { s } from "./dom.js";

const shapes = {
  H: ["M50 92C18 66 5 49 5 31 5 16 16 7 28 7c10 0 18 6 22 16C54 13 62 7 72 7c12 0 23 9 23 24 0 18-13 35-45 61Z"],
  D: ["M50 3c9 19 21 34 36 47-15 13-27 28-36 47C41 78 29 63 14 50 29 37 41 22 50 3Z"],
  S: ["M50 4c21 25 45 38 45 59 0 12-9 19-19 19-9 0-17-5-21-13 1 12 6 20 14 26H31c8-6 13-14 14-26-4 8-12 13-21 13C14 82 5 75 5 63 5 42 29 29 50 4Z"],
  C: [
    "M50 5a21 21 0 0 1 15 36 21 21 0 1 1-10 31c1 10 6 17 14 23H31c8-6 13-13 14-23A21 21 0 1 1 35 41 21 21 0 0 1 50 5Z",
  ],
};

/** Puts the shapes into the page, once. */
export function installSuits() {
  const symbols = Object.entries(shapes).map(([suit, paths]) =>
    s("symbol", { id: `suit-${suit}`, viewBox: "0 0 100 100", overflow: "visible" }, paths.map((d) => s("path", { d }))),
  );
  document.body.append(s("svg", { class: "store", width: 0, height: 0, "aria-hidden": "true" }, symbols));
}

/** A suit with its middle at (x, y); upside down where `turned`. */
export function pip(suit, x, y, size, turned = false, className = "ink") {
  const transform = turned ? `rotate(180 ${x} ${y})` : undefined;
  return s("use", {
    href: `#suit-${suit}`, class: className, x: x - size / 2, y: y - size / 2, width: size, height: size, transform,
  });
}
