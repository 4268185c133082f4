// The line to one's own snap: events come down, what the player does goes up. Nothing here waits before it sends.

const listeners = { state: [], happening: [], lost: [], error: [] };
const tell = (kind, value) => { for (const listener of listeners[kind]) listener(value); };

/** `kind`: "state", "happening", "lost" (true or false), "error" (words). */
export const on = (kind, listener) => listeners[kind].push(listener);

let stream = null;
let finished = false;

export function connect() {
  stream = new EventSource("/events");
  stream.onopen = () => tell("lost", false);
  stream.onerror = () => {
    if (finished) return;
    tell("lost", true);
    // The browser tries again by itself unless it was turned away.
    if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  };
  for (const kind of ["state", "happening"]) {
    stream.addEventListener(kind, (event) => tell(kind, JSON.parse(event.data)));
  }
}

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
  const fault = await outcome(fetch("/act", options(order)));
  if (fault) tell("error", fault);
  return fault;
}

/** The same, where the caller tells what is wrong. */
export const tryAct = (order) => outcome(fetch("/act", options(order)));

/** What the peer knows besides: throws words. */
export async function get(path) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin" });
  } catch {
    throw new Error("Your own snap does not answer. Is it still running?");
  }
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).error ?? "Your snap cannot give that now.");
  return response.json();
}
