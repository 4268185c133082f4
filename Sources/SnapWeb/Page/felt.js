// The felt: seats and piles, what is said there and what moves. A game that is played and one that is played again are drawn by it alike.
import { faceUp } from "./deck.js";
import { h, renew, setText } from "./dom.js";
import { finishView } from "./finish.js";
import { flash, makeFlights } from "./motion.js";
import { makeSeat } from "./seat.js";
import { play } from "./sounds.js";
import { reactions } from "./talk.js";
import { plural } from "./words.js";

/** What a press that is no call comes to, in a bubble; the caption has it in full. */
const ignored = { tooEarly: "Too early", noCard: "No card", calledAlready: "Called already", tooLate: "Too slow" };
const places = { 1: ["me"], 2: ["me", "top"], 3: ["me", "left", "right"], 4: ["me", "left", "top", "right"] };

/**
 * `races`: where the photo finishes are kept. `corners`: what stands beside the own seat. `live`: the players' lines and turns are shown.
 * `cardPlaced`: a card has just been put onto a pile. `standing(table)`: what else keeps
 * the game from going on, in words.
 */
export function makeFelt({ races, corners, live = true, cardPlaced = () => {}, standing = () => "" }) {
  let table = null, seats = [], layout = "", fresh = null, seenTurns = -1, settleTimer = 0;
  const mine = () => table?.game?.mySeat ?? null;

  const caption = h("p", { class: "caption", "aria-hidden": "true" }), heard = h("span", { class: "heard" });
  const captionText = h("span", {});
  caption.append(captionText, heard);
  const pool = h("div", { class: "pool", hidden: true }), standsWhat = h("span", {}), standsHow = h("span", { class: "stands-how" }), stands = h("p", { class: "stands", hidden: true }, standsWhat, standsHow), finishBox = h("div", { class: "finish-box" });
  const middle = h("div", { class: "middle" }, h("div", { class: "middle-in" }, stands, pool, finishBox, caption));
  const layer = h("div", { class: "flights", "aria-hidden": "true" });
  layer.cardWidth = () => seats[0]?.downSpot.offsetWidth ?? 60;
  const flights = makeFlights(layer);
  const element = h("div", { class: "felt" });

  function lay(game) {
    const key = `${game.number} ${game.mySeat} ${game.seats.length}`;
    if (key === layout) return;
    layout = key;
    const bottom = game.mySeat ?? 0, count = game.seats.length;
    seats = game.seats.map((_, number) => makeSeat(number, (places[count] ?? places[4])[(number - bottom + count) % count] ?? "top", live));
    const round = game.seats.map((_, step) => seats[(bottom + step) % count].element);
    element.dataset.seats = count;
    element.replaceChildren(layer, ...round, middle, ...corners);
    finishBox.replaceChildren();
  }

  const tag = (game, number) => {
    const seat = game.seats[number];
    if (!seat.present) return "has left";
    if (seat.out) return "out of cards";
    if (game.inFlight === number) return "▶ turning…";
    if (game.active === number) return seat.me && live ? "▶ Your turn" : "▶ to turn";
    return "";
  };

  function showPool(game) {
    renew(pool, [game.pool?.count, game.pool?.top], () => game.pool && [faceUp(game.pool.top), h("p", { class: "count" }, "Snap pool, ", plural(game.pool.count, "card"))]);
    pool.hidden = !game.pool;
  }

  function showStanding() {
    const missing = table.game.seats.filter((seat) => seat.awaited && seat.present).map((seat) => seat.name);
    const words = table.leaving ? "Leaving the table…"
      : table.suspended ? `The game stands still${missing.length ? `: ${missing.join(" and ")} cannot be heard` : ""}.`
      : missing.length ? `Waiting for ${missing.join(" and ")}…` : standing(table);
    setText(standsWhat, words);
    setText(standsHow, table.suspended && !table.leaving ? " It goes on by itself as soon as you hear each other again. If you leave, it stays unfinished." : "");
    stands.hidden = !words;
  }

  function sound(name) {
    const words = play(name);
    if (!words) return;
    heard.textContent = `♪ ${words}`;
    flash(heard, 1400);
  }

  function race(happening) {
    for (const call of happening.calls ?? []) {
      if (call.seat === happening.seat) seats[call.seat]?.say(happening.verdict === "wrong" ? "Snap?" : "Snap!", happening.verdict === "wrong" ? "wrong" : "right");
      else seats[call.seat]?.say(happening.verdict === "match" ? "Too slow" : "Snap?", "late");
    }
    if (happening.seat !== null && happening.seat !== undefined) seats[happening.seat]?.splash(happening.verdict === "match");
    if (happening.verdict === "match" || happening.verdict === "pooled") sound("correct");
    if (happening.verdict === "wrong") sound("wrong");
    clearTimeout(settleTimer);
    // With what comes in the same step: the cards that were won.
    settleTimer = setTimeout(showFinish, 0);
  }

  function showFinish() {
    const last = races.last();
    finishBox.replaceChildren(...(last ? [finishView(last, mine(), "h2")] : []));
  }

  function won({ seat, cards, from = [] }) {
    const about = from.map((each) => seats[each]?.top()).filter(Boolean);
    if (about.length) { races.matched(about); showFinish(); }
    for (const each of from) flights.cards(seats[each]?.upSpot, seats[seat]?.downSpot, Math.ceil(cards / Math.max(1, from.length)), { delay: 150 });
  }

  const on = {
    // The seats of a new game stand only after the state that follows.
    "snap.dealt/1": ({ starter }) => setTimeout(() => { flights.deal(middle, seats.map((seat) => seat.downSpot), starter); sound("deal"); }, 0),
    "snap.turn/1": ({ seat }) => { fresh = seat; sound("turn"); },
    "snap.race/1": race,
    "snap.won/1": won,
    "snap.paid/1": ({ seat, to }) => to.forEach((each, place) => flights.cards(seats[seat]?.downSpot, seats[each]?.downSpot, 1, { delay: place * 100 })),
    "snap.recycled/1": ({ seat, cards }) => flights.cards(seats[seat]?.upSpot, seats[seat]?.downSpot, cards, { gap: 30 }),
    "snap.left/1": ({ seat, cards }) => seats.forEach((other, each) => each !== seat && flights.cards(seats[seat]?.downSpot, other.downSpot, Math.ceil(cards / seats.length))),
    "snap.said/1": ({ player, text }) => {
      const number = table?.game?.seats.findIndex((seat) => seat.key === player.key) ?? -1;
      const letters = [...text];
      // In one line, so that it lies on no card; the caption has it in full.
      seats[number]?.say(letters.length > 14 ? `${letters.slice(0, 13).join("")}…` : text, reactions.includes(text) ? "said sign" : "said", 2500 + 40 * letters.length);
    },
    "snap.ignored/1": ({ reason }) => seats[mine() ?? -1]?.say(ignored[reason] ?? "Not now", "late", 1600),
  };

  return {
    element,
    own: () => seats[mine() ?? -1],
    /** How the table stands. What happened since the last time has been told. */
    update(next) {
      table = next;
      const { game } = table;
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
      showPool(game);
      showStanding();
    },
    /** What moves and sounds of something that happens now. */
    happen: (happening) => on[happening.schema]?.(happening),
    /** In the caption. */
    show: (words) => setText(captionText, words),
    /** The last photo finish of `races`, or none. */
    showFinish,
    /** Ends what still moves or speaks. */
    hush() {
      clearTimeout(settleTimer);
      fresh = null;
      flights.clear();
      for (const seat of seats) seat.hush();
    },
  };
}
