// The steps of a game that is played again: asked for in ranges, as they are needed.
import { get } from "./link.js";

const query = (file, from) => `replay?file=${encodeURIComponent(file)}&from=${from}`;

export async function openSteps(file) {
  const first = await get(query(file, 0));
  const { whole, octets } = first, size = first.steps.length;
  const steps = [], asked = new Map();

  function take(page) {
    if (page.octets !== octets) throw new Error("The transcript has changed meanwhile. Open it once more.");
    let before = page.before;
    page.steps.forEach((step, place) => {
      steps[page.from + place] = { ...step, races: racesOf(step, before) };
      before = step.game;
    });
  }

  /** Each race with the cards that it was about, which the table shows until they are won. */
  function racesOf({ happenings }, before) {
    const won = happenings.find(({ schema }) => schema === "snap.won/1");
    const cards = (won?.from ?? []).map((seat) => before?.seats[seat]?.up.at(-1)).filter(Boolean);
    return happenings.filter(({ schema, calls }) => schema === "snap.race/1" && calls?.length).map((race) => ({ ...race, cards }));
  }

  take(first);

  /** Step number `place`; a promise unless it is there already. */
  function step(place) {
    if (steps[place]) return steps[place];
    const from = place - (place % size);
    if (!asked.has(from)) {
      const page = get(query(file, from)).then(take);
      asked.set(from, page);
      // Another time it may be answered.
      page.catch(() => asked.delete(from));
    }
    return asked.get(from).then(() => steps[place]);
  }

  return {
    whole, step,
    count: whole.steps,
    /** What is there of the steps up to `place`, at most `most`, the oldest first. */
    known: (place, most) => Array.from({ length: Math.min(most, place + 1) }, (_, each) => place - Math.min(most, place + 1) + 1 + each)
      .filter((each) => steps[each]).map((each) => ({ place: each, ...steps[each] })),
    /** The races up to `place`, at most `most`, the oldest first. */
    async races(place, most) {
      const places = [...new Set(whole.races.map((race) => race.step).filter((each) => each <= place).slice(-most))];
      return (await Promise.all(places.map(step))).flatMap(({ races }) => races);
    },
    /** How many cards had been turned by then. */
    turnsAt: (place) => countUpTo(whole.turns, place),
    /** Where the card of that turn is turned; of turn 0: the deal. */
    ofTurn: (turn) => (turn > 0 ? whole.turns[turn - 1] : 0),
    raceAfter: (place) => whole.races.find((race) => race.step > place)?.step,
    raceBefore: (place) => whole.races.findLast((race) => race.step < place)?.step,
  };
}

/** How many of ascending `numbers` are at most `limit`. */
function countUpTo(numbers, limit) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1; else high = middle;
  }
  return low;
}
