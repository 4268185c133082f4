// Small signs for the tools of the table; each stands beside its word.
import { s } from "./dom.js";

const paths = {
  races: "M3 5h14M3 12h9M3 19h17",
  rules: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19",
  sound: "M4 9.5v5h3.5l5 4v-13l-5 4ZM16 9c1.5 1.8 1.5 4.2 0 6M18.5 6.5c3 3.2 3 7.8 0 11",
  mute: "M4 9.5v5h3.5l5 4v-13l-5 4ZM16 9.5l5 5M21 9.5l-5 5",
  talk: "M4 5h16v11h-9l-5 4v-4H4Z",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.5v15l12-7.5Z",
  on: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  raceOn: "M4 5l7 7-7 7M12 5l7 7-7 7",
  raceBack: "M20 5l-7 7 7 7M12 5l-7 7 7 7",
  leave: "M13 4H5v16h8M10 12h11M17.5 8l4 4-4 4",
};

export const icon = (name) => s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: paths[name] }));
