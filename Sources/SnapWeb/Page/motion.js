// What moves: transforms and opacity only. It runs on top of what is true already and nothing waits for it.
import { faceDown } from "./deck.js";
import { motion } from "./preferences.js";

const centre = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });

/** A turned card slides onto its pile, its face open from the first frame and most of the old top covered. */
export function settle(card, fromPile, toPile) {
  const mode = motion();
  if (mode === "off") return;
  if (mode === "reduced") {
    card.animate([{ opacity: 0.6 }, { opacity: 1 }], { duration: 100, easing: "ease-out" });
    return;
  }
  const from = centre(fromPile.getBoundingClientRect()), to = centre(toPile.getBoundingClientRect());
  const length = Math.hypot(from.x - to.x, from.y - to.y) || 1;
  const reach = Math.min(0.4, 42 / length);
  const x = (from.x - to.x) * reach, y = (from.y - to.y) * reach;
  card.animate([
    { transform: `translate(${x}px, ${y}px) scale(1.06) rotate(${x > 0 ? 5 : -5}deg)` },
    { transform: `translate(${x * 0.4}px, ${y * 0.4 - 8}px) scale(1.2)`, offset: 0.4 },
    { transform: "none" },
  ], { duration: 300, easing: "cubic-bezier(.2,.7,.3,1)" });
}

/** The layer that cards fly in: under all face-up piles, and no press lands on it. */
export function makeFlights(layer) {
  let inAir = 0;
  const fly = (from, to, { delay = 0, duration = 400, turn = 0 } = {}) => {
    if (inAir > 60) return;
    const base = layer.getBoundingClientRect(), start = centre(from), end = centre(to);
    const card = faceDown();
    const half = { x: layer.cardWidth() / 2, y: layer.cardWidth() * 0.7 };
    const at = ({ x, y }, more) => `translate(${x - base.left - half.x}px, ${y - base.top - half.y}px) ${more}`;
    card.classList.add("flying");
    layer.append(card);
    inAir += 1;
    const run = card.animate([
      { transform: at(start, `rotate(${turn}deg)`), opacity: 0 },
      { transform: at(start, `rotate(${turn}deg)`), opacity: 1, offset: 0.08 },
      { transform: at(end, "rotate(0deg)"), opacity: 1, offset: 0.92 },
      { transform: at(end, "rotate(0deg)"), opacity: 0 },
    ], { duration, delay, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" });
    run.onfinish = run.oncancel = () => { inAir -= 1; card.remove(); };
  };
  return {
    /** From pile to pile, one after another. */
    cards(from, to, count, { gap = 60, delay = 0 } = {}) {
      if (motion() !== "full" || !from || !to) return;
      const a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
      for (let each = 0; each < Math.min(count, 6); each += 1) fly(a, b, { delay: delay + each * gap, turn: each * 7 - 14 });
    },
    /** Round by round to all piles; a card takes 0.2 s, the next leaves 0.1 s later. */
    deal(centreOf, piles, starter) {
      if (motion() !== "full") return;
      const from = centreOf.getBoundingClientRect();
      const to = piles.map((pile) => pile.getBoundingClientRect());
      for (let each = 0; each < Math.min(20, piles.length * 6); each += 1) {
        fly(from, to[(starter + each) % piles.length], { delay: each * 100, duration: 200, turn: (each % 5) * 8 - 16 });
      }
    },
    clear() { layer.replaceChildren(); },
  };
}

/** Shows `element` for a while, then hides it. */
export function flash(element, millis, { pop = false } = {}) {
  element.flashing?.cancel();
  element.hidden = false;
  const still = motion() === "off" ? 1 : 0;
  const small = pop && motion() === "full" ? "scale(.6)" : "none";
  const run = element.animate([
    { opacity: still, transform: small }, { opacity: 1, transform: "none", offset: Math.min(0.4, 80 / millis) },
    { opacity: 1, transform: "none", offset: 1 - Math.min(0.4, 120 / millis) }, { opacity: still, transform: "none" },
  ], { duration: millis });
  element.flashing = run;
  run.onfinish = () => { element.hidden = true; element.flashing = null; };
}
