// A game played again from its transcript, on the table that it was played on.
import { button, h, setText } from "./dom.js";
import { makeOutcome } from "./end.js";
import { makeFelt } from "./felt.js";
import { makePlaybar } from "./playbar.js";
import { makeRaces } from "./races.js";
import { openSteps } from "./replaysteps.js";
import { sheet } from "./sheet.js";
import { say } from "./speaker.js";
import { tableTools, tool } from "./tools.js";
import { minutes } from "./words.js";

/** No pause is longer, whatever the clocks say: they are their authors' word. */
const longestPauseMillis = 10_000;
/** The last cards stay to be seen for a moment. */
const lingerMillis = 1600;
const logLines = 30;
const signs = { VERIFIED: "✓", INVALID: "✗", INCONCLUSIVE: "?", MALFORMED: "✗" };

const wordsOf = (step) => step.happenings.flatMap((happening) => happening.say ?? []).join(" ");

/** The screen of `#replay=FILE`. */
export function replayScreen(state) {
  const file = decodeName(location.hash.slice("#replay=".length));
  const home = state.screen === "table" ? "#" : "#transcripts";
  const close = () => { location.hash = home; };
  const element = h("div", { class: "replay-place" });
  const place = h("div", { class: "stack" }, h("p", { class: "soft", role: "status" }, "Checking the transcript, then it plays…"));
  element.append(sheet("Replay", h("p", { class: "hint mono" }, file), place));
  let shown = null, isLeft = false;
  openSteps(file).then((steps) => {
    if (isLeft) return;
    shown = makeReplay(steps, file, close);
    element.replaceChildren(shown.element);
    shown.begin();
  }, (fault) => place.replaceChildren(h("p", { class: "error", role: "alert" }, fault.message), h("p", {}, button("Back", close))));
  return {
    element,
    update: () => shown?.update(),
    key(event) { if (shown) shown.key(event); else if (event.key === "Escape") close(); },
    leave() { isLeft = true; shown?.leave(); },
  };
}

function decodeName(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

function makeReplay(steps, file, close) {
  const { whole, count } = steps, { result } = whole;
  const races = makeRaces();
  const log = h("ol", { class: "replay-log", role: "log", "aria-live": "polite", "aria-label": "What happens" });
  const felt = makeFelt({ races, corners: [log], live: false });
  // At `count` it is the end: how the game came out.
  let at = 0, table = whole.table, isPlaying = false, timer = 0, asked = 0;

  const tools = tableTools(() => table, races);
  const clockNow = h("span", {}), clock = h("p", { class: "clock" }, clockNow, h("span", { class: "clock-word" }, ` of ${minutes(whole.clockMillis)}`));
  const title = h("h1", { tabindex: "-1" }, "Replay", h("span", { class: "table-name" }, whole.begun ? ` of ${whole.begun.slice(0, 16).replace("T", " ")}` : ""));
  const verdict = h("p", { class: `chip ${whole.verdict.toLowerCase()}`, title: whole.words.join(" ") }, h("span", { "aria-hidden": "true" }, signs[whole.verdict] ?? "?"), h("span", { class: "chip-word" }, whole.verdict));
  const outcome = makeOutcome("h2",
    h("section", { class: "panel", "aria-label": "What it proves" }, whole.words.map((line) => h("p", {}, line)),
      h("div", { class: "row" }, button("From the beginning", () => play(true), "primary"), button("Close", close))));
  const end = h("div", { class: "end replay-end", hidden: true }, outcome.elements);
  const bar = makePlaybar({
    play: () => play(!isPlaying), on: () => { play(false); forward(); }, back: () => { play(false); go(at - 1); },
    raceOn: () => toRace(steps.raceAfter(at)), raceBack: () => toRace(steps.raceBefore(at)), first: () => { play(false); go(0); },
    last: () => { play(false); go(count); }, turn: (turn) => { play(false); go(steps.ofTurn(turn)); }, speed: plan, close,
  }, { turns: whole.turns.length, racesAt: whole.races.map((race) => steps.turnsAt(race.step)) });
  const element = h("div", { class: "table-screen replay" },
    h("header", { class: "bar" }, title, verdict, clock, h("div", { class: "tools" }, tools.elements, tool("leave", "Close", close))),
    felt.element, end, bar.element);

  // MARK: Time

  function play(on) {
    isPlaying = on;
    if (on && at >= count) return restart();
    plan();
    update();
  }

  /** From the deal on. */
  async function restart() {
    isPlaying = true;
    await go(0);
    if (at === 0) for (const happening of steps.known(0, 1)[0]?.happenings ?? []) felt.happen(happening);
  }

  /** The next step, when it is due. */
  function plan() {
    clearTimeout(timer);
    if (!isPlaying) return;
    if (at >= count) return play(false);
    const now = steps.step(at), next = at + 1 < count ? steps.step(at + 1) : null;
    if (now instanceof Promise || next instanceof Promise) {
      const mine = asked;
      Promise.all([now, next]).then(() => { if (mine === asked) plan(); }, fail);
      return;
    }
    const apart = next ? Math.min(longestPauseMillis, next.clockMillis - now.clockMillis) : lingerMillis;
    timer = setTimeout(forward, apart / bar.speed());
  }

  // MARK: Steps

  /** One step on, as it was at the table. */
  async function forward() {
    if (at >= count) return;
    if (at + 1 >= count) return go(count);
    const mine = ++asked;
    const step = await ready(at + 1);
    if (!step || mine !== asked) return;
    at += 1;
    for (const happening of step.happenings) {
      races.note(happening);
      felt.happen(happening);
    }
    stand(step);
    note(step);
    plan();
  }

  /** There at once, whichever way; what happened there is told, not shown. */
  async function go(place) {
    const to = Math.min(count, Math.max(0, place)), mine = ++asked;
    clearTimeout(timer);
    const step = await ready(Math.min(to, count - 1)), seen = step && await steps.races(to, races.most).catch(fail);
    if (!seen || mine !== asked) return;
    at = to;
    felt.hush();
    races.fill(seen);
    stand(step);
    felt.showFinish();
    if (at < count) retell(step); else tellEnd();
    plan();
  }

  /** To the card before it was called on; then what came of it. */
  async function toRace(step) {
    play(false);
    if (step === undefined) return say("There is no race that way.");
    await go(step - 1);
    if (at === step - 1) forward();
  }

  async function ready(place) {
    try { return await steps.step(place); } catch (fault) { return fail(fault); }
  }

  function fail(fault) {
    play(false);
    felt.show(fault.message);
    say(fault.message);
    return null;
  }

  // MARK: What is shown

  function stand(step) {
    table = { ...whole.table, game: step.game };
    felt.update(table);
    felt.show(wordsOf(step));
    setText(clockNow, minutes(step.clockMillis));
    update();
    // What comes next is there before it is due.
    if (at + 40 < count) ready(at + 40);
  }

  function update() {
    const isEnd = at >= count, turn = steps.turnsAt(Math.min(at, count - 1));
    felt.element.hidden = isEnd;
    end.hidden = !isEnd;
    tools.update();
    bar.update({
      turn, isPlaying, isFirst: at === 0, isLast: isEnd, hasRaceBefore: steps.raceBefore(at) !== undefined, hasRaceAfter: steps.raceAfter(at) !== undefined,
      words: isEnd ? "The end" : turn ? `Turn ${turn} of ${whole.turns.length}` : "The deal",
    });
  }

  const line = ({ clockMillis, ...step }) => h("li", {}, h("span", { class: "when" }, minutes(clockMillis)), " ", wordsOf(step));

  /** The newest line of the log, which is read out. */
  function note(step) {
    log.setAttribute("aria-live", "polite");
    log.append(line(step));
    while (log.children.length > logLines) log.firstChild.remove();
  }

  /** The log as it stood then; only where that is, is read out. */
  function retell(step) {
    log.setAttribute("aria-live", "off");
    log.replaceChildren(...steps.known(at, logLines).map(line));
    const turn = steps.turnsAt(at);
    say(`${turn ? `Turn ${turn}. ` : ""}${wordsOf(step)}`);
  }

  function tellEnd() {
    const words = result ? result.words : "Here the transcript ends";
    outcome.update(end, { words, result, list: races.ofGame(), mine: table.game?.mySeat ?? null, actions: { file, isReplayed: true } });
    end.scrollTo?.(0, 0);
    say(`The end. ${[words, ...whole.words].join(" ")}`);
  }

  return {
    element, update, key: bar.key,
    begin() {
      title.focus({ preventScroll: true });
      document.title = `Replay · Snap!`;
      restart();
    },
    leave() { asked += 1; clearTimeout(timer); felt.hush(); },
  };
}
