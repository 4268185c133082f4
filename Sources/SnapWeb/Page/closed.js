// The last page.
import { h } from "./dom.js";
import { logo } from "./home.js";

export const closedWords = "You can close this tab. To play again, start snap once more: it opens a new page.";

export function closedScreen({ home }) {
  return { element: h("div", { class: "home closed" }, h("div", { class: "hero" }, logo(), h("h1", {}, "Snap! has ended"),
    home?.said?.length > 0 && h("div", { class: "said" }, home.said.map((line) => h("p", {}, line))),
    h("p", { class: "tagline" }, closedWords))) };
}
