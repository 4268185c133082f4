// Before a game: who is here, how others come, and who would start.
import { confirmFirst } from "./dialogs.js";
import { button, h, personName, renew } from "./dom.js";
import { act } from "./link.js";
import { proposalView, rulesList, unusualRules } from "./proposal.js";
import { note, say } from "./speaker.js";
import { makeTalk } from "./talk.js";
import { connection } from "./words.js";

async function copy(text, line) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
    return true;
  } catch {
    getSelection().selectAllChildren(line);
    say("Marked: copy it with your keyboard.");
    return false;
  }
}

function invitation(table) {
  if (!table.code) return null;
  const line = h("code", {}, table.join);
  const copyButton = button("Copy", async () => {
    copyButton.textContent = (await copy(table.join, line)) ? "Copied ✓" : "Marked";
    setTimeout(() => { copyButton.textContent = "Copy"; }, 2000);
  }, "primary", { "data-focus": "copy", "aria-label": "Copy the line that others run" });
  return [
    h("p", { class: "code-label" }, "Code of this table"),
    h("p", { class: "code-large mono", "aria-label": [...table.code].join(" ") }, table.code),
    h("p", { class: "invite" }, "Others on this network choose ", h("strong", {}, "Join"), " and type the code, or run"),
    h("div", { class: "join-line" }, line, copyButton),
  ];
}

function member(one) {
  const { text } = connection(one);
  return h("li", { class: one.me ? "member own" : "member" },
    h("span", { class: "member-name" }, personName(one.name), one.me && h("strong", {}, " you"), one.given && h("bdi", { class: "given" }, ` (${one.given})`)),
    h("span", { class: "print" }, h("span", { class: "mono" }, one.fingerprint), `, ${one.me ? "this computer" : text}`, one.gamesWon ? `, ${one.gamesWon} won` : ""));
}

export function lobbyScreen() {
  const title = h("h1", {}), invite = h("section", { class: "invitation", "aria-label": "How others join" });
  const players = h("section", { class: "panel players" }), start = h("section", { class: "panel start", "aria-label": "Start" }), rules = h("section", { class: "panel" });
  const talk = makeTalk(), talking = h("section", { class: "panel", "aria-label": "Talk" }, h("h2", {}, "Talk"), talk.element);
  const leave = button("Leave", () => confirmFirst("Leave the table?", "The others stay. You can come back with the code while nobody plays.", "Leave", () => act({ do: "leave" })), "ghost");
  const element = h("div", { class: "lobby" },
    h("header", { class: "bar" }, title, h("div", { class: "tools" }, leave)), invite,
    h("div", { class: "panels" }, h("div", { class: "column" }, start, rules, talking), players));
  return {
    element,
    update({ table }) {
      if (!table) return;
      element.classList.toggle("alone", table.alone);
      title.textContent = table.alone ? "Dealing…" : table.name ?? "The table";
      document.title = `${title.textContent} · Snap!`;
      talking.hidden = table.alone || table.watches || table.members.length < 2;
      talk.update(table.members);
      leave.disabled = table.leaving;
      leave.textContent = table.leaving ? "Leaving…" : "Leave";
      invite.hidden = !table.code;
      renew(invite, [table.code, table.join], () => invitation(table));
      const members = table.members.map(({ rttMicros, ...rest }) => ({ ...rest, line: connection({ ...rest, rttMicros }).text }));
      renew(players, [members, table.capacity, table.place], () => [
        h("h2", {}, `Players, ${table.members.length} of ${table.capacity}`),
        h("ul", { class: "members" }, table.members.map(member),
          Array.from({ length: Math.max(0, table.capacity - table.members.length) }, () => h("li", { class: "member free" }, "Free seat"))),
        !table.alone && h("p", { class: "hint" }, "Nobody owns this table: any player may propose the start, and it lives on if others leave.", table.place ? ` You are on ${table.place}.` : "")]);
      renew(start, [table.proposal, table.members.length, table.watches, table.suspended], () => proposalView(table, "Start the game"));
      renew(rules, table.rules, () => h("details", {}, h("summary", { "data-focus": "rules" }, h("span", {}, "House rules: ", unusualRules(table.rules))), rulesList(table.rules)));
    },
    leave: talk.leave,
    happen(happening) {
      // What the page shows anyway is only read out.
      const words = happening.say?.join(" ");
      if (!words) return;
      if (happening.schema === "snap.said/1") return;
      if (happening.late || ["snap.proposal/1", "snap.rules/1", "snap.begin/1"].includes(happening.schema)) say(words); else note(words);
    },
  };
}
