// The two large buttons, the keys, and what moves at once when they are pressed.
import { isDialogOpen } from "./dialogs.js";
import { h, setText } from "./dom.js";
import { act } from "./link.js";
import { keyWords, meaning, motion, preferences, snapKeys } from "./preferences.js";
import { sendSnap } from "./press.js";

/** `pressed(kind)`: shows the press at the own seat. */
export function makeControls(pressed) {
  const snapHint = h("span", { class: "hint-key" }), turnHint = h("span", { class: "hint-key" });
  const snap = h("button", { type: "button", class: "big-button snap-button" }, h("span", { class: "display" }, "Snap!"), snapHint);
  const turn = h("button", { type: "button", class: "big-button turn-button" }, h("span", { class: "display" }, "Turn"), turnHint);
  let enabled = true;

  function light(button) {
    if (motion() === "off") return;
    button.animate([{ opacity: 0.55 }, { opacity: 1 }], { duration: 180 });
  }
  function callSnap(event) {
    if (!enabled) return;
    sendSnap(event);
    light(snap);
    pressed("snap");
  }
  function turnCard() {
    if (!enabled) return;
    act({ do: "turn" });
    light(turn);
    pressed("turn");
  }
  // A finger or a mouse: when it comes down. `click` is left to assistive tools, which send it alone (detail 0).
  const down = (action) => (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    action(event);
  };
  snap.addEventListener("pointerdown", down(callSnap));
  turn.addEventListener("pointerdown", down(turnCard));
  snap.addEventListener("click", (event) => { if (event.detail === 0) callSnap(event); });
  turn.addEventListener("click", (event) => { if (event.detail === 0) turnCard(); });
  for (const each of [snap, turn]) each.addEventListener("contextmenu", (event) => event.preventDefault());

  return {
    snap, turn,
    /** A key anywhere on the page, unless a dialog or a field has it. */
    key(event) {
      const target = event.target;
      if (isDialogOpen() || target.closest?.("input, select, textarea, summary")) return;
      const means = meaning(event);
      if (!means || !enabled) return;
      const other = target.closest?.("button, a[href]");
      // Enter presses the button that has the focus; Space always calls.
      if (event.key === "Enter" && other && other !== snap && other !== turn) return;
      event.preventDefault();
      if (event.repeat) return;
      if (means === "snap") callSnap(event); else turnCard();
    },
    update({ plays, mine, callable }) {
      enabled = plays;
      snap.hidden = turn.hidden = !plays;
      snap.classList.toggle("ready", callable);
      turn.classList.toggle("ready", mine);
      setText(turn.firstChild, mine ? "Your turn" : "Turn");
      setText(snapHint, snapKeys());
      setText(turnHint, keyWords(preferences().keyTurn));
    },
  };
}
