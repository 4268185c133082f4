// Joining or watching: the tables that are heard, and the code of one.
import { readCode } from "./code.js";
import { button, freshId, h, personName, renew } from "./dom.js";
import { act, tryAct } from "./link.js";
import { sheet } from "./sheet.js";

const order = (watches, code) => ({ do: watches ? "watch" : "join", code });

function whatIs(table) {
  if (table.playing) return "playing";
  return table.seated >= table.seats ? "full" : "waiting for players";
}

function players(names) {
  return names.flatMap((name, place) => [place ? ", " : "", personName(name)]);
}

function row(table, watches, brief) {
  const open = !table.playing && table.seated < table.seats;
  const title = table.name ?? "A table";
  const actions = table.code
    ? [open && !watches && button("Join", () => act(order(false, table.code)), "primary", { "data-focus": `join ${table.code}`, "aria-label": `Join ${title}` }),
      (watches || !open || !brief) && button("Watch", () => act(order(true, table.code)), watches ? "primary" : "", { "data-focus": `watch ${table.code}`, "aria-label": `Watch ${title}` })]
    : h("p", { class: "print" }, "Private: ask for its code.");
  return h("li", { class: "near-table" },
    h("div", { class: "near-words" },
      h("p", {}, h("strong", {}, title), table.code && h("span", { class: "mono near-code" }, table.code)),
      h("p", { class: "print" }, `${table.seated} of ${table.seats} seats, ${whatIs(table)}`, table.players.length ? ": " : "", players(table.players))),
    h("div", { class: "row" }, actions));
}

/** The tables near, live; a word where there are none. */
export function tableList(home, { watches = false, brief = false } = {}) {
  if (home.tables.length) {
    const shown = brief ? home.tables.slice(0, 2) : home.tables;
    return [brief && h("h2", {}, "Near you"), h("ul", { class: "near-tables" }, shown.map((table) => row(table, watches, brief)))];
  }
  if (!home.place) return h("p", { class: "none" }, brief ? "No network: you can play alone." : "This computer is on no network. You can play alone meanwhile.");
  if (brief) return null;
  return h("p", { class: "none" }, home.looking ? "Listening for tables… None so far. Tables show up here by themselves." : "No table is heard.");
}

export function joinScreen(watches) {
  const id = freshId("code");
  const list = h("div", { class: "paper-list" });
  const fault = h("p", { class: "error", id: `${id}-fault`, role: "alert" });
  const input = h("input", {
    type: "text", id, maxlength: 24, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: "4HMA-SW95",
    "aria-describedby": `${id}-hint ${id}-fault`, oninput: () => check(false),
  });
  const check = (whole) => {
    const read = readCode(input.value);
    const wrong = read.fault && (whole || !read.short) ? read.fault : "";
    if (fault.textContent !== wrong) fault.textContent = wrong;
    input.setAttribute("aria-invalid", wrong ? "true" : "false");
    return read.code;
  };
  const send = async (event) => {
    event.preventDefault();
    const code = check(true);
    if (!code) return input.focus();
    const refused = await tryAct(order(watches, code));
    if (refused) { fault.textContent = refused; input.focus(); }
  };
  const element = sheet(watches ? "Watch a table" : "Join a table",
    watches && h("p", { class: "soft" }, "Whoever looks on has no seat: you see what all see, and nobody waits for you."),
    h("section", { class: "stack" }, h("h2", {}, "On this network"), list),
    h("form", { class: "stack code-entry", onsubmit: send, novalidate: true },
      h("h2", {}, "By code"),
      h("div", { class: "field" },
        h("label", { for: id }, "Code of the table"), input,
        h("p", { class: "hint", id: `${id}-hint` }, "Small letters, spaces and dashes do not matter; O is 0, I and L are 1."), fault),
      h("button", { class: "button primary", type: "submit" }, watches ? "Watch" : "Join")));
  return {
    element,
    update({ home }) { renew(list, [home.tables, home.place, home.looking], () => tableList(home, { watches })); },
  };
}
