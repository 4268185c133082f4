// A sheet of paper on the felt: the frame of every page beside the table.
import { h } from "./dom.js";

export function sheet(title, ...content) {
  return h("article", { class: "sheet" },
    h("header", { class: "sheet-head" }, h("a", { class: "button quiet back-link", href: "#" }, h("span", { "aria-hidden": "true" }, "←"), "Main screen"), h("h1", {}, title)),
    h("div", { class: "sheet-body" }, ...content));
}

/** Loads something into `element`: words while it lasts, and where it fails. */
export async function load(element, promise, build) {
  element.replaceChildren(h("p", { class: "soft" }, "Loading…"));
  element.setAttribute("aria-busy", "true");
  try {
    element.replaceChildren(...[build(await promise)].flat(Infinity).filter(Boolean));
  } catch (fault) {
    element.replaceChildren(h("p", { class: "error", role: "alert" }, fault.message));
  }
  element.removeAttribute("aria-busy");
}
