// Which screen is shown: the peer says home, table or closed; at home the address says which page of it.
import { prepareDeck } from "./deck.js";
import * as link from "./link.js";
import { clearNote, note, showLost } from "./speaker.js";
import { applySettings } from "./preferences.js";
import { homeScreen } from "./home.js";
import { joinScreen } from "./join.js";
import { newScreen, soloScreen } from "./begin.js";
import { scoresScreen } from "./scores.js";
import { transcriptsScreen } from "./transcripts.js";
import { replayScreen } from "./replay.js";
import { settingsScreen } from "./settings.js";
import { helpScreen } from "./help.js";
import { lobbyScreen } from "./lobby.js";
import { tableScreen } from "./table.js";
import { endScreen } from "./end.js";
import { closedScreen } from "./closed.js";
import { races } from "./races.js";
import { forgetRemarks, noteRemark } from "./talk.js";

const pages = {
  join: () => joinScreen(false), watch: () => joinScreen(true), new: newScreen, solo: soloScreen, scores: scoresScreen,
  transcripts: transcriptsScreen, replay: replayScreen, settings: settingsScreen, help: helpScreen,
};
const screens = { ...pages, home: homeScreen, lobby: lobbyScreen, table: tableScreen, end: endScreen, closed: closedScreen };

let state = null;
let shown = null;
let shownName = "";
/** Anew where another game is played again. */
let shownKey = "";
let overSince = null;
/** What happened and waits for the state that it led to. */
let waiting = [];
const lingerMillis = 1600;

function wanted() {
  const [page] = location.hash.slice(1).split("=");
  if (state.screen === "closed") return state.table?.result ? "end" : "closed";
  if (state.screen === "table" && state.table) {
    if (state.table.game && !state.table.result) return "table";
    if (state.table.result) return page === "replay" ? page : "end";
    return "lobby";
  }
  return Object.hasOwn(pages, page) ? page : "home";
}

function show() {
  if (!state) return;
  if (state.screen === "closed") link.disconnect();
  const name = wanted();
  // The last cards stay to be seen for a moment.
  if (name === "end" && shownName === "table") {
    overSince ??= performance.now();
    const left = overSince + lingerMillis - performance.now();
    if (left > 0) {
      setTimeout(show, left);
      return;
    }
  }
  overSince = null;
  const key = name === "replay" ? location.hash : name;
  if (key !== shownKey) {
    // Whatever was looked at before the game is not gone back to after it.
    if (name === "table" && location.hash) history.replaceState(null, "", "./");
    const first = shownName === "";
    shown?.leave?.();
    clearNote();
    shownName = name;
    shownKey = key;
    document.body.dataset.screen = name;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    shown = screens[name](state);
    const heading = shown.element.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    document.getElementById("main").replaceChildren(shown.element);
    scrollTo(0, 0);
    shown.update?.(state);
    document.title = name === "home" || !heading?.textContent ? "Snap!" : `${heading.textContent} · Snap!`;
    if (!first || name !== "home") heading?.focus({ preventScroll: true });
  } else {
    shown.update?.(state);
  }
}

function deliver() {
  const happenings = waiting;
  waiting = [];
  for (const happening of happenings) {
    if (shown?.happen) shown.happen(happening);
    else if (happening.say?.length && !happening.late) note(happening.say.join(" "));
  }
}

prepareDeck();
link.on("state", (next) => {
  // Coming back from a table, the main screen is shown, not the page by which one left it.
  if (state?.screen === "table" && next.screen === "home") {
    forgetRemarks();
    if (shownName !== "replay") history.replaceState(null, "", "./");
  }
  state = next;
  applySettings(next.settings);
  show();
  deliver();
});
link.on("happening", (happening) => {
  if (noteRemark(happening)) return;
  races.note(happening);
  // At the table it is shown in the frame of its event. Elsewhere it may lead to another screen, which then tells of it.
  if (shownName === "table") return shown.happen(happening);
  waiting.push(happening);
  setTimeout(deliver, 200);
});
link.on("lost", showLost);
link.on("error", (words) => (shown?.tell ?? note)(words));
addEventListener("hashchange", show);
addEventListener("keydown", (event) => shown?.key?.(event));
link.connect();
