// Numbers and cards in words.

const ranks = { A: "ace", J: "jack", Q: "queen", K: "king" };
const suits = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

export const rankOf = (card) => card.slice(0, -1);
export const suitOf = (card) => card.slice(-1);

/** "queen of clubs". */
export const cardWords = (card) => `${ranks[rankOf(card)] ?? rankOf(card)} of ${suits[suitOf(card)] ?? "?"}`;

export const plural = (count, one, many = one + "s") => `${count} ${count === 1 ? one : many}`;

/** "0.332 s". */
export const seconds = (micros) => `${(Math.max(0, Math.trunc(micros / 1000)) / 1000).toFixed(3)} s`;

/** "4:05". */
export function minutes(millis) {
  const whole = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** "1 min 5 s". */
export function duration(millis) {
  const whole = Math.round(Math.max(0, millis) / 1000);
  const parts = [whole >= 60 ? `${Math.floor(whole / 60)} min` : "", whole % 60 || whole < 60 ? `${whole % 60} s` : ""];
  return parts.filter(Boolean).join(" ");
}

/** A minus that is as wide as a digit. */
export const signed = (number) => String(number).replace("-", "−");

export const kilobytes = (octets) => (octets < 1000 ? `${octets} B` : `${Math.round(octets / 1000)} kB`);

/** What a player's line is like, in words; `strength` is 0...3. */
export function connection({ me, awaited, present, rttMicros }) {
  if (present === false) return { text: "gone", strength: 0 };
  if (me) return { text: "this computer", strength: 3 };
  if (awaited) return { text: "not heard, waiting", strength: 0 };
  if (rttMicros === null || rttMicros === undefined) return { text: "connecting", strength: 1 };
  const millis = rttMicros / 1000;
  const time = millis < 10 ? `${millis.toFixed(1)} ms` : `${Math.round(millis)} ms`;
  if (millis < 15) return { text: `good, ${time}`, strength: 3 };
  if (millis < 60) return { text: `fair, ${time}`, strength: 2 };
  return { text: `slow, ${time}`, strength: 1 };
}

/** "your" seat is called so; `start`: at the beginning of a sentence. */
export const called = (seat, start = true) => (seat.me ? (start ? "You" : "you") : seat.name);
