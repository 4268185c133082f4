// The table while a game is played.
import { makeControls } from "./controls.js";
import { confirmFirst, isDialogOpen, showDialog } from "./dialogs.js";
import { faceUp } from "./deck.js";
import { h, renew, setText } from "./dom.js";
import { finishView, showFinishes } from "./finish.js";
import { rulesWords } from "./help.js";
import { icon } from "./icons.js";
import { act } from "./link.js";
import { flash, makeFlights } from "./motion.js";
import { preferences } from "./preferences.js";
import { cardPlaced } from "./press.js";
import { races } from "./races.js";
import { rulesList } from "./proposal.js";
import { makeSeat } from "./seat.js";
import { play } from "./sounds.js";
import { say, sayResult } from "./speaker.js";
import { makeTalk, react, reactions } from "./talk.js";
import { minutes, plural } from "./words.js";

/** What a press that is no call comes to, in a bubble; the caption has it in full. */
const ignored = { tooEarly: "Too early", noCard: "No card", calledAlready: "Called already", tooLate: "Too slow" };
const places = { 1: ["me"], 2: ["me", "top"], 3: ["me", "left", "right"], 4: ["me", "left", "top", "right"] };

export function tableScreen(first) {
  let state = first;
  let seats = [], layout = "", fresh = null, seenTurns = -1, left = null, leftAt = 0, settleTimer = 0;
  const mySeat = () => state.table?.game?.mySeat ?? null;
  const own = () => seats[mySeat() ?? -1];

  const tableName = h("span", { class: "table-name" }), gameName = h("span", {}), title = h("h1", {}, tableName, gameName), timeLeft = h("span", {}), time = h("p", { class: "clock" }, timeLeft, h("span", { class: "clock-word" }, " left"));
  const soundButton = h("button", { type: "button", class: "button ghost tool", onclick: () => act({ do: "set", name: "sound", value: preferences().sound ? "off" : "on" }) });
  const tool = (name, label, action) => h("button", { type: "button", class: "button ghost tool", onclick: action }, icon(name), h("span", { class: "tool-word" }, label));
  const talk = makeTalk(), talkPop = h("section", { class: "panel talk-pop", "aria-label": "Talk", hidden: true }, talk.element);
  const talkButton = tool("talk", "Talk", () => openTalk(talkPop.hidden));
  talkButton.setAttribute("aria-expanded", "false");
  const asks = () => state.table.game?.seats.some((seat) => seat.me && seat.asksPause) ?? false;
  const pauseButton = h("button", { type: "button", class: "button ghost tool", onclick: () => act({ do: asks() ? "resume" : "pause" }) });
  const bar = h("header", { class: "bar" }, title, time, h("div", { class: "tools" },
    tool("races", "Races", () => showFinishes(mySeat(), state.table.game?.seats.flatMap((seat) => seat.marks ?? []) ?? [])),
    tool("rules", "Rules", () => showDialog("Rules", h("div", { class: "stack" }, h("section", {}, h("h3", {}, "At this table"), rulesList(state.table.rules)), rulesWords()), { wide: true })),
    soundButton, talkButton, pauseButton, tool("leave", "Leave", askToLeave)));

  const caption = h("p", { class: "caption", "aria-hidden": "true" }), heard = h("span", { class: "heard" });
  const captionText = h("span", {});
  caption.append(captionText, heard);
  const pool = h("div", { class: "pool", hidden: true }), standsWhat = h("span", {}), standsHow = h("span", { class: "stands-how" }), stands = h("p", { class: "stands", hidden: true }, standsWhat, standsHow), finishBox = h("div", { class: "finish-box" });
  const middle = h("div", { class: "middle" }, h("div", { class: "middle-in" }, stands, pool, finishBox, caption));
  const layer = h("div", { class: "flights", "aria-hidden": "true" });
  layer.cardWidth = () => seats[0]?.downSpot.offsetWidth ?? 60;
  const flights = makeFlights(layer);
  const controls = makeControls((kind) => { if (kind === "snap") own()?.say("Snap!", "mine"); });
  const looks = h("p", { class: "looks", hidden: true });
  const felt = h("div", { class: "felt" });
  const element = h("div", { class: "table-screen" }, bar, felt);

  function openTalk(isOpen) {
    talkPop.hidden = !isOpen;
    talkButton.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) talkPop.querySelector("button").focus(); else if (talkPop.contains(document.activeElement)) talkButton.focus();
  }

  function askToLeave() {
    confirmFirst("Leave the table?", "Your cards go to the others. You cannot come back into this game.", "Leave", () => act({ do: "leave" }));
  }

  function lay(game) {
    const key = `${game.number} ${game.mySeat} ${game.seats.length}`;
    if (key === layout) return;
    layout = key;
    const bottom = game.mySeat ?? 0, count = game.seats.length;
    seats = game.seats.map((_, number) => makeSeat(number, (places[count] ?? places[4])[(number - bottom + count) % count] ?? "top"));
    const round = game.seats.map((_, step) => seats[(bottom + step) % count].element);
    felt.dataset.seats = count;
    felt.replaceChildren(layer, ...round, middle, controls.turn, controls.snap, looks, talkPop);
    finishBox.replaceChildren();
  }

  function show(text) { setText(captionText, text); }

  const tag = (game, number) => {
    const seat = game.seats[number];
    if (!seat.present) return "has left";
    if (seat.out) return "out of cards";
    if (game.inFlight === number) return "▶ turning…";
    if (game.active === number) return seat.me ? "▶ Your turn" : "▶ to turn";
    return "";
  };

  function showPool(game) {
    renew(pool, [game.pool?.count, game.pool?.top], () => game.pool && [faceUp(game.pool.top), h("p", { class: "count" }, "Snap pool, ", plural(game.pool.count, "card"))]);
    pool.hidden = !game.pool;
  }

  function showStanding(table) {
    const missing = table.game.seats.filter((seat) => seat.awaited && seat.present).map((seat) => seat.name);
    const words = table.leaving ? "Leaving the table…"
      : table.suspended ? `The game stands still${missing.length ? `: ${missing.join(" and ")} cannot be heard` : ""}.`
      : missing.length ? `Waiting for ${missing.join(" and ")}…` : pauseWords(table);
    setText(standsWhat, words);
    setText(standsHow, table.suspended && !table.leaving ? " It goes on by itself as soon as you hear each other again. If you leave, it stays unfinished." : "");
    stands.hidden = !words;
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
    lay(game);
    const newCard = game.turns !== seenTurns;
    const top = fresh;
    game.seats.forEach((seat, number) => seats[number]?.update(seat, {
      tag: tag(game, number), active: (game.inFlight ?? game.active) === number, fresh: newCard && top === number,
    }));
    if (newCard && game.turns > 0) cardPlaced();
    seenTurns = game.turns;
    fresh = null;
    looks.hidden = game.mySeat !== null;
    setText(looks, table.watches ? "You look on." : "You look on until the next game.");
    controls.update({ plays: game.mySeat !== null, mine: game.turnMine, callable: game.callable });
    setText(tableName, table.name ? `${table.name}, ` : "");
    setText(gameName, `Game ${game.number}`);
    title.title = table.code ? `Code ${table.code}` : "";
    leftAt = performance.now();
    left = game.timeLeftMillis;
    tick();
    showPool(game);
    showStanding(table);
    talkButton.hidden = table.alone || table.watches;
    talk.update(game.seats);
    pauseButton.hidden = game.mySeat === null || !game.seats[game.mySeat]?.present;
    renew(pauseButton, asks(), () => [icon(asks() ? "resume" : "pause"), h("span", { class: "tool-word" }, asks() ? "Go on" : "Pause")]);
    renew(soundButton, preferences().sound, () => [icon(preferences().sound ? "sound" : "mute"), h("span", { class: "tool-word" }, preferences().sound ? "Sound on" : "Sound off")]);
  }

  function tick() {
    time.hidden = left === null;
    setText(timeLeft, left === null ? "" : minutes(left - (state.table?.paused ? 0 : performance.now() - leftAt)));
  }
  const clock = setInterval(tick, 500);

  function sound(name) {
    const words = play(name);
    if (!words) return;
    heard.textContent = `♪ ${words}`;
    flash(heard, 1400);
  }

  function race(happening) {
    const mine = mySeat();
    for (const call of happening.calls ?? []) {
      if (call.seat === happening.seat) seats[call.seat]?.say(happening.verdict === "wrong" ? "Snap?" : "Snap!", happening.verdict === "wrong" ? "wrong" : "right");
      else seats[call.seat]?.say(happening.verdict === "match" ? "Too slow" : "Snap?", "late");
    }
    if (happening.seat !== null && happening.seat !== undefined) seats[happening.seat]?.splash(happening.verdict === "match");
    if (happening.verdict === "match" || happening.verdict === "pooled") sound("correct");
    if (happening.verdict === "wrong") sound("wrong");
    clearTimeout(settleTimer);
    // With what comes in the same step: the cards that were won.
    settleTimer = setTimeout(() => showFinish(mine), 0);
  }

  function showFinish(mine) {
    const last = races.last();
    if (last) finishBox.replaceChildren(finishView(last, mine, "h2"));
  }

  function won({ seat, cards, from = [] }) {
    const about = from.map((each) => seats[each]?.top()).filter(Boolean);
    if (about.length) { races.matched(about); showFinish(mySeat()); }
    for (const each of from) flights.cards(seats[each]?.upSpot, seats[seat]?.downSpot, Math.ceil(cards / Math.max(1, from.length)), { delay: 150 });
  }

  const on = {
    "snap.dealt/1": ({ starter }) => { flights.deal(middle, seats.map((seat) => seat.downSpot), starter); sound("deal"); },
    "snap.turn/1": ({ seat }) => { fresh = seat; sound("turn"); },
    "snap.race/1": race,
    "snap.won/1": won,
    "snap.paid/1": ({ seat, to }) => to.forEach((each, place) => flights.cards(seats[seat]?.downSpot, seats[each]?.downSpot, 1, { delay: place * 100 })),
    "snap.recycled/1": ({ seat, cards }) => flights.cards(seats[seat]?.upSpot, seats[seat]?.downSpot, cards, { gap: 30 }),
    "snap.left/1": ({ seat, cards }) => seats.forEach((other, each) => each !== seat && flights.cards(seats[seat]?.downSpot, other.downSpot, Math.ceil(cards / seats.length))),
    "snap.said/1": ({ player, text }) => {
      const number = state.table?.game?.seats.findIndex((seat) => seat.key === player.key) ?? -1;
      const letters = [...text];
      // In one line, so that it lies on no card; the caption has it in full.
      seats[number]?.say(letters.length > 14 ? `${letters.slice(0, 13).join("")}…` : text, reactions.includes(text) ? "said sign" : "said", 2500 + 40 * letters.length);
    },
    "snap.ignored/1": ({ reason }) => own()?.say(ignored[reason] ?? "Not now", "late", 1600),
  };

  return {
    element, update,
    happen(happening) {
      const words = (happening.say ?? []).join(" ");
      if (!happening.late) {
        if (happening.schema === "snap.dealt/1") dealWhenLaid(happening);
        else on[happening.schema]?.(happening);
      }
      if (!words) return;
      // What stands above the pool shows these, and a reaction its bubble.
      if (!["snap.pause/1", "snap.paused/1"].includes(happening.schema) && !reactions.includes(happening.text)) show(words);
      if (happening.schema === "snap.race/1") sayResult(words); else say(words);
    },
    /** What was refused: where it covers no card. */
    tell(words) {
      show(words);
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
    leave() { talk.leave(); clearInterval(clock); clearTimeout(settleTimer); flights.clear(); },
  };

  // The seats of a new game stand only after the state that follows.
  function dealWhenLaid(happening) { setTimeout(() => on["snap.dealt/1"](happening), 0); }
}
