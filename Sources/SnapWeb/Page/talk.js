// What people say to each other: remarks, quick reactions, and who is muted.
import { button, h, personName, renew } from "./dom.js";
import { act } from "./link.js";

/** Sent as they are; at the table the keys 1...6 send them. Faces only: fonts without colour have these, and no thumbs. */
export const reactions = ["😀", "😂", "😎", "😮", "😅", "😢"];
const names = ["Grin", "Laughing", "Cool", "Wow", "Oops", "Sad"];
const kept = 60, longest = 200;

let remarks = [];
const listeners = new Set();
const muted = new Set(JSON.parse(sessionStorage.getItem("muted") ?? "[]"));
const tell = () => { for (const listener of listeners) listener(); };

export const isMuted = (key) => muted.has(key);

export function toggleMute(key) {
  if (!muted.delete(key)) muted.add(key);
  sessionStorage.setItem("muted", JSON.stringify([...muted]));
  tell();
}

/** Takes in a happening; whether it is one that this reader does not want to see. */
export function noteRemark(happening) {
  if (happening.schema !== "snap.said/1") return false;
  if (isMuted(happening.player.key)) return true;
  remarks = [...remarks, { line: happening.say?.[0] ?? happening.text, key: happening.player.key }].slice(-kept);
  tell();
  return false;
}

/** Remarks are of one table. */
export function forgetRemarks() {
  remarks = [];
  tell();
}

export function react(number) {
  if (reactions[number]) act({ do: "say", text: reactions[number] });
}

const reactionRow = () => h("div", { class: "reactions", role: "group", "aria-label": "Quick reactions" },
  reactions.map((sign, number) => h("button", { type: "button", class: "button quiet reaction", "aria-label": names[number], title: `${names[number]}, key ${number + 1}`, onclick: () => react(number) }, sign)));

function sayForm() {
  const field = h("input", { type: "text", maxlength: longest, placeholder: "Say something", "aria-label": "Say something to everyone at the table", autocomplete: "off", enterkeyhint: "send" });
  return h("form", {
    class: "say-form",
    onsubmit: (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return;
      field.value = "";
      act({ do: "say", text });
    },
  }, field, h("button", { class: "button primary" }, "Send"));
}

/** Reactions, what was said, a field to say more, and whom one does not want to read. */
export function makeTalk() {
  const log = h("ol", { class: "remarks", role: "log", "aria-label": "What was said", tabindex: "0" });
  const others = h("div", { class: "mutes", role: "group", "aria-label": "Mute" });
  const hint = h("p", { class: "hint" }, "Nothing of this stands in the transcript.");
  const element = h("div", { class: "talk" }, reactionRow(), log, sayForm(), others, hint);
  let members = [];
  function show() {
    log.hidden = remarks.length === 0;
    if (renew(log, remarks, () => remarks.map(({ line }) => h("li", {}, h("bdi", {}, line))))) log.scrollTop = log.scrollHeight;
    renew(others, members.map(({ key, name }) => [key, name, isMuted(key)]), () => members.map(({ key, name }) => button(
      [isMuted(key) ? "Hear " : "Mute ", personName(name)], () => toggleMute(key), "quiet small", { "aria-pressed": String(isMuted(key)), "data-focus": key })));
  }
  listeners.add(show);
  return {
    element,
    /** `next`: members or seats of the table. */
    update(next) {
      members = next.filter(({ me, key, present }) => !me && key && present !== false);
      show();
    },
    leave() { listeners.delete(show); },
  };
}
