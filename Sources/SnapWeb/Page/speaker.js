// What is said to all: a polite line, an assertive one for races, and a note that goes by itself.
import { setText } from "./dom.js";

const element = (id) => document.getElementById(id);
let toastTimer = 0;

/** Read out when there is time. */
export function say(text) {
  const status = element("status");
  // The same words again are read again only if they differ.
  status.textContent = status.textContent === text ? text + "\u00a0" : text;
}

/** Read out at once: results of races only. */
export const sayResult = (text) => setText(element("result"), text);

/** Shown for some seconds, and read out. */
export function note(text) {
  const toast = element("toast");
  toast.textContent = text;
  toast.hidden = false;
  say(text);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 2500 + 60 * text.length);
}

/** A note of another screen is of no use on this one, and could cover a card. */
export function clearNote() { element("toast").hidden = true; }

/** `words`: why nothing comes from one's own snap; null: it does. */
export function showLost(words) {
  const lost = element("lost");
  if (lost.textContent === (words ?? "")) return;
  setText(lost, words ?? "");
  lost.hidden = words === null;
  say(words ?? "Connected to your own snap again.");
}
