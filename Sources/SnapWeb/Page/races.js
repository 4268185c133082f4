// Races that were seen, so that each photo finish can be looked at again.

const most = 60;

export function makeRaces() {
  let game = 0;
  let kept = [];
  return {
    /** Takes note of what happened. */
    note(happening) {
      if (happening.schema === "snap.begin/1") game = happening.game ?? game + 1;
      if (happening.schema !== "snap.race/1" || !happening.calls?.length) return;
      kept = [...kept.filter((race) => race.game !== game || race.race !== happening.race), { ...happening, game, cards: [] }].slice(-most);
    },
    /** Which cards the newest race was about. */
    matched(cards) {
      const last = kept.at(-1);
      if (last) last.cards = cards;
    },
    last: () => kept.at(-1) ?? null,
    /** Of the present or last game, the newest first. */
    ofGame: () => kept.filter((race) => race.game === game).reverse(),
    /** These instead, the oldest first; each with its cards. */
    fill(races) { kept = races.slice(-most).map((race) => ({ ...race, game })); },
    most,
  };
}

/** Those of this sitting, whichever screen is shown. */
export const races = makeRaces();
