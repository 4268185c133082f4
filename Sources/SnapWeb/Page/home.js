// The main screen.
import { confirmFirst } from "./dialogs.js";
import { button, h, personName, renew } from "./dom.js";
import { logoCard } from "./deck.js";
import { act } from "./link.js";
import { tableList } from "./join.js";

const tile = (target, title, words, kind = "") =>
  h("li", {}, h("a", { class: `tile ${kind}`, href: `#${target}` }, h("strong", {}, title), h("span", {}, words)));

export function logo() {
  return h("div", { class: "logo", role: "img", "aria-label": "Snap!" },
    [["S", "S"], ["N", "H"], ["A", "C"], ["P", "D"]].map(([letter, suit]) => logoCard(letter, suit)));
}

export function homeScreen() {
  const said = h("div", {});
  const near = h("section", { class: "near", "aria-label": "Tables on this network" });
  const foot = h("p", { class: "whoami" });
  const element = h("div", { class: "home" },
    h("header", { class: "hero" }, logo(),
      h("h1", { class: "unseen" }, "Snap!"),
      h("p", { class: "tagline" }, "Two to four players, one network. No server, no host, nobody to trust.")),
    h("div", { class: "menu" },
      said,
      h("nav", { "aria-label": "Play" }, h("ul", { class: "tiles" },
        tile("new", "New table", "Start one and pass its code on", "gold"),
        tile("join", "Join", "A table near you, or a code"),
        tile("solo", "Play alone", "Against one to three computers"))),
      near,
      h("nav", { "aria-label": "More" }, h("ul", { class: "links" },
        [["watch", "Watch"], ["scores", "Scores"], ["transcripts", "Transcripts"], ["settings", "Settings"], ["help", "Help"]]
          .map(([target, title]) => h("li", {}, h("a", { class: "button ghost", href: `#${target}` }, title))),
        h("li", {}, button("Quit", () => confirmFirst("End Snap!?", "This ends the program that this page belongs to.", "End it", () => act({ do: "quit" })), "ghost")))),
      foot));
  return {
    element,
    update({ home, me }) {
      renew(said, home.said, () => home.said.length > 0 && h("div", { class: "said" }, home.said.map((line) => h("p", {}, line))));
      renew(near, [home.tables, home.looking, home.place], () => tableList(home, { brief: true }));
      renew(foot, [me, home.place], () => ["You are ", personName(me.name), " ", h("span", { class: "mono" }, me.fingerprint),
        home.place ? ` on ${home.place}` : ", not on any network"]);
    },
  };
}
