// Measuring a reaction: from the frame in which the newest card was painted to the press itself.
import { act } from "./link.js";

let paintedAt = null;
let serial = 0;
const channel = new MessageChannel();
channel.port1.onmessage = ({ data }) => { if (data === serial) paintedAt = performance.now(); };

/** The newest card has just been put into the page. Its frame is painted when the task after the frame's callbacks runs. */
export function cardPlaced() {
  serial += 1;
  paintedAt = null;
  const mine = serial;
  requestAnimationFrame(() => channel.port2.postMessage(mine));
}

/** When that was, for tests and for whoever is curious: milliseconds on the page's clock. */
export const lastPainted = () => paintedAt;

/** Calls Snap!. `event`: the press. Nothing is waited for. */
export function sendSnap(event) {
  const now = performance.now();
  const at = event.timeStamp > 0 && event.timeStamp <= now ? event.timeStamp : now;
  act({
    do: "snap",
    ageMicros: Math.round((performance.now() - at) * 1000),
    shownMicros: paintedAt === null || at < paintedAt ? null : Math.round((at - paintedAt) * 1000),
  });
}
