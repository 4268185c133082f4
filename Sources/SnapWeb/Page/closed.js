// The last page.
import { h } from "./dom.js";
import { logo } from "./home.js";

export function closedScreen() {
  return { element: h("div", { class: "home closed" }, h("div", { class: "hero" }, logo(), h("h1", {}, "Snap! has ended"),
    h("p", { class: "tagline" }, "You can close this tab. To play again, start snap once more: it opens a new page."))) };
}
