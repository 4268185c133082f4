// The table while a game is played.
import { makeControls } from "./controls.js";
import { confirmFirst, isDialogOpen } from "./dialogs.js";
import { h, renew, setText } from "./dom.js";
import { makeFelt } from "./felt.js";
import { act } from "./link.js";
import { preferences } from "./preferences.js";
import { cardPlaced } from "./press.js";
import { races } from "./races.js";
import { say, sayResult } from "./speaker.js";
import { makeTalk, react, reactions } from "./talk.js";
import { signed, tableTools, tool } from "./tools.js";
import { minutes } from "./words.js";

export function tableScreen(first) {
  let state = first, left = null, leftAt = 0;
  const controls = makeControls((kind) => { if (kind === "snap") felt.own()?.say("Snap!", "mine"); });
  const looks = h("p", { class: "looks", hidden: true });
  const talk = makeTalk(), talkPop = h("section", { class: "panel talk-pop", "aria-label": "Talk", hidden: true }, talk.element);
  const talkButton = tool("talk", "Talk", () => openTalk(talkPop.hidden));
  talkButton.setAttribute("aria-expanded", "false");
  const asks = () => state.table.game?.seats.some((seat) => seat.me && seat.asksPause) ?? false;
  const pauseButton = h("button", { type: "button", class: "button ghost tool", onclick: () => act({ do: asks() ? "resume" : "pause" }) });
  const felt = makeFelt({ races, corners: [controls.turn, controls.snap, looks, talkPop], cardPlaced, standing: pauseWords });
  const tools = tableTools(() => state.table, races);
  const tableName = h("span", { class: "table-name" }), gameName = h("span", {}), title = h("h1", {}, tableName, gameName), timeLeft = h("span", {}), time = h("p", { class: "clock" }, timeLeft, h("span", { class: "clock-word" }, " left"));
  const element = h("div", { class: "table-screen" },
    h("header", { class: "bar" }, title, time, h("div", { class: "tools" }, tools.elements, talkButton, pauseButton, tool("leave", "Leave", askToLeave))), felt.element);

  function openTalk(isOpen) {
    talkPop.hidden = !isOpen;
    talkButton.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) talkPop.querySelector("button").focus(); else if (talkPop.contains(document.activeElement)) talkButton.focus();
  }

  function askToLeave() {
    confirmFirst("Leave the table?", "Your cards go to the others. You cannot come back into this game.", "Leave", () => act({ do: "leave" }));
  }

  function pauseWords({ paused, game }) {
    if (paused) return "Pause: nobody turns and no time runs, until one of you goes on.";
    const there = game.seats.filter((seat) => seat.present && !seat.me);
    const list = (seats) => seats.map((seat) => seat.name).join(" and ");
    if (asks()) return `You ask for a pause. Waiting for ${list(there.filter((seat) => !seat.asksPause)) || "the others"}…`;
    const asking = there.filter((seat) => seat.asksPause);
    return asking.length ? `${list(asking)} ${asking.length === 1 ? "asks" : "ask"} for a pause. Press Pause to agree.` : "";
  }

  function update(next) {
    state = next;
    const table = state.table, game = table?.game;
    if (!game) return;
    felt.update(table);
    looks.hidden = game.mySeat !== null;
    setText(looks, table.watches ? "You look on." : "You look on until the next game.");
    controls.update({ plays: game.mySeat !== null, mine: game.turnMine, callable: game.callable });
    setText(tableName, table.name ? `${table.name}, ` : "");
    setText(gameName, `Game ${game.number}`);
    title.title = table.code ? `Code ${table.code}` : "";
    leftAt = performance.now();
    left = game.timeLeftMillis;
    tick();
    talkButton.hidden = table.alone || table.watches;
    talk.update(game.seats);
    pauseButton.hidden = game.mySeat === null || !game.seats[game.mySeat]?.present;
    renew(pauseButton, asks(), () => signed(asks() ? "play" : "pause", asks() ? "Go on" : "Pause"));
    tools.update();
  }

  function tick() {
    time.hidden = left === null;
    setText(timeLeft, left === null ? "" : minutes(left - (state.table?.paused ? 0 : performance.now() - leftAt)));
  }
  const clock = setInterval(tick, 500);

  return {
    element, update,
    happen(happening) {
      const words = (happening.say ?? []).join(" ");
      if (!happening.late) felt.happen(happening);
      if (!words) return;
      // What stands above the pool shows these, and a reaction its bubble.
      if (!["snap.pause/1", "snap.paused/1"].includes(happening.schema) && !reactions.includes(happening.text)) felt.show(words);
      if (happening.schema === "snap.race/1") sayResult(words); else say(words);
    },
    /** What was refused: where it covers no card. */
    tell(words) {
      felt.show(words);
      say(words);
    },
    key(event) {
      if (event.key === "Escape" && !talkPop.hidden) return openTalk(false);
      const number = "123456".indexOf(event.key), isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat;
      const { keySnap, keyTurn } = preferences();
      if (number >= 0 && event.key.length === 1 && isPlain && !talkButton.hidden && ![keySnap, keyTurn].includes(event.key)
        && !isDialogOpen() && !event.target.closest?.("input, select, textarea")) return react(number);
      controls.key(event);
    },
    leave() { talk.leave(); clearInterval(clock); felt.hush(); },
  };
}
