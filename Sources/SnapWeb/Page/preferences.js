// What the player has set about the page itself.

const systemReduces = matchMedia("(prefers-reduced-motion: reduce)");
let current = { sound: true, volume: 70, motion: "full", fourColour: false, keySnap: "s", keyTurn: "Enter" };

export const preferences = () => current;

/** "full", "reduced" or "off": the setting, but never more than the system asks for. */
export const motion = () => (current.motion === "full" && systemReduces.matches ? "reduced" : current.motion);

export function applySettings(settings) {
  current = { ...current, ...settings };
  const root = document.documentElement;
  root.toggleAttribute("data-four", current.fourColour);
  root.dataset.motion = motion();
}
systemReduces.addEventListener("change", () => applySettings({}));

/** How a key is called: "s" as "S", the others by their names. */
export const keyWords = (key) => (key.length === 1 ? key.toUpperCase() : key);

const nameOf = (event) => (event.key === " " ? "Space" : event.key);
const same = (event, key) => nameOf(event).toLowerCase() === key.toLowerCase();

/** "snap", "turn" or nothing. Space calls Snap! unless it is set to turn. */
export function meaning(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (same(event, current.keyTurn)) return "turn";
  if (same(event, current.keySnap) || same(event, "Space")) return "snap";
  return null;
}

/** "Space or S". */
export const snapKeys = () =>
  [current.keySnap, "Space"].includes(current.keyTurn) || current.keySnap === "Space"
    ? keyWords(current.keySnap) : `Space or ${keyWords(current.keySnap)}`;
