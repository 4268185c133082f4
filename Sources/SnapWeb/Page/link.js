// The line to one's own snap: events come down, what the player does goes up. Nothing here waits before it sends.

const listeners = { state: [], happening: [], lost: [], error: [] };
const tell = (kind, value) => { for (const listener of listeners[kind]) listener(value); };

/** `kind`: "state", "happening", "lost" (words, or null: found again), "error" (words). */
export const on = (kind, listener) => listeners[kind].push(listener);

const lostWords = "Connection to your own snap lost, trying again… If you have ended it, you can close this tab.";
const silentWords = "Your own snap says nothing. Is it stopped? In its terminal, fg lets it go on.";
/** Why the stream was refused, by status. */
const refusedWords = {
  403: "Your own snap does not know this page any more. Open the last link that it shows in its terminal.",
  503: "This page is open in several tabs already: close one of them, then this one goes on.",
};

let stream = null;
let finished = false;
/** When something came last: a sign of life comes every 5 s. */
let heardAt = 0;
const silentMillis = 12000;

function heard() {
  heardAt = performance.now();
  if (!finished) tell("lost", null);
}

export function connect() {
  // Below the page's own path: see Gate.place.
  stream = new EventSource("events");
  stream.onopen = heard;
  stream.onerror = async () => {
    if (finished) return;
    // The browser tries again by itself unless it was turned away.
    if (stream.readyState !== EventSource.CLOSED) return tell("lost", lostWords);
    setTimeout(connect, 2000);
    const status = await fetch("events", { method: "HEAD" }).then((answer) => answer.status, () => 0);
    tell("lost", refusedWords[status] ?? lostWords);
  };
  stream.addEventListener("alive", heard);
  for (const kind of ["state", "happening"]) {
    stream.addEventListener(kind, (event) => {
      heard();
      tell(kind, JSON.parse(event.data));
    });
  }
}

setInterval(() => {
  // In a hidden page this may run before what has come is handed out.
  if (finished || document.hidden || stream?.readyState !== EventSource.OPEN) return;
  if (performance.now() - heardAt > silentMillis) tell("lost", silentWords);
}, 1000);

export function disconnect() {
  finished = true;
  stream?.close();
}

const options = (order) => ({
  method: "POST", keepalive: true, credentials: "same-origin",
  headers: { "Content-Type": "application/json" }, body: JSON.stringify(order),
});

async function outcome(answer) {
  try {
    const response = await answer;
    if (response.ok) return null;
    return (await response.json().catch(() => ({}))).error ?? `Your snap refused that (${response.status}).`;
  } catch {
    return "Your own snap does not answer. Is it still running?";
  }
}

/** Sends an order; what is wrong with it is told to all. Gives the fault in words, or null. */
export async function act(order) {
  const fault = await outcome(fetch("act", options(order)));
  if (fault) tell("error", fault);
  return fault;
}

/** The same, where the caller tells what is wrong. */
export const tryAct = (order) => outcome(fetch("act", options(order)));

/** What the peer knows besides: throws words. */
export async function get(path) {
  let response;
  try {
    response = await fetch(path.replace(/^\//, ""), { credentials: "same-origin" });
  } catch {
    throw new Error("Your own snap does not answer. Is it still running?");
  }
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).error ?? "Your snap cannot give that now.");
  return response.json();
}
