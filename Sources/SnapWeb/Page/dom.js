// Building elements. Text goes in as text only: nothing that a peer sends is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element: `h("p", {class: "x", onclick: f}, "text", child)`. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same in SVG. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** A person's name: isolated, as it may run from right to left; whole in the title where it is cut short. */
export function personName(name, className = "name") {
  return h("bdi", { class: className, title: name, text: name });
}

/** A button that looks like one. `kind`: "primary", "quiet", "danger" or nothing. */
export function button(text, onclick, kind = "", more = {}) {
  return h("button", { type: "button", class: `button ${kind}`, onclick, ...more }, text);
}

/**
 * Puts `build()` into `element` whenever `key` differs from the last time, and leaves the focus where it was:
 * on what bears the same `data-focus`.
 */
export function renew(element, key, build) {
  const text = JSON.stringify(key);
  if (element.renewedFor === text) return false;
  element.renewedFor = text;
  const active = document.activeElement;
  const focus = element.contains(active) ? active.dataset.focus : undefined;
  element.replaceChildren(...[build()].flat(Infinity).filter(Boolean));
  if (focus) [...element.querySelectorAll("[data-focus]")].find((other) => other.dataset.focus === focus)?.focus();
  return true;
}

/** Sets text only where it changes: no layout, no repeated announcement. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let serial = 0;
/** An id that nothing else on the page has. */
export const freshId = (stem) => `${stem}-${++serial}`;
