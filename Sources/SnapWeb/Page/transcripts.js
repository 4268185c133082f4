// The files that games have left: what an audit says of them, the report, the file itself.
import { button, h } from "./dom.js";
import { get } from "./link.js";
import { load, sheet } from "./sheet.js";
import { kilobytes } from "./words.js";

const query = (path, file) => `${path}?file=${encodeURIComponent(file)}`;
const marks = { ok: ["✓", "in order"], bad: ["✗", "wrong"], open: ["?", "open"] };
const verdicts = { VERIFIED: "✓", INVALID: "✗", INCONCLUSIVE: "?", MALFORMED: "✗" };

/** What the audit says, in full. */
export function auditWords(audit) {
  return h("div", { class: "audit stack" },
    h("p", { class: `verdict ${audit.verdict.toLowerCase()}` }, h("span", { "aria-hidden": "true" }, verdicts[audit.verdict] ?? "?"), " ", audit.verdict),
    h("p", {}, audit.words),
    audit.faults.length > 0 && h("section", {}, h("h3", {}, "What is wrong"), h("ul", { class: "plain-list" }, audit.faults.map((fault) => h("li", {}, fault)))),
    audit.checks.length > 0 && h("section", {}, h("h3", {}, "Checks"), h("ul", { class: "checks" }, audit.checks.map(({ name, mark, words }) => {
      const [sign, meaning] = marks[mark] ?? marks.open;
      return h("li", { class: mark }, h("span", { class: "mark", role: "img", "aria-label": meaning }, sign), h("span", {}, h("strong", {}, name), words ? `: ${words}` : ""));
    }))),
    audit.notProven.length > 0 && h("section", {}, h("h3", {}, "Not proven"), h("ul", { class: "plain-list" }, audit.notProven.map((line) => h("li", {}, line)))));
}

/** Buttons for one transcript; the audit comes below them. `isReplayed`: it is being played again. */
export function transcriptActions(file, { isReplayed = false } = {}) {
  const place = h("div", { class: "audit-place", "aria-live": "polite" });
  const row = h("div", { class: "row" },
    !isReplayed && h("a", { class: "button", href: `#replay=${encodeURIComponent(file)}`, "aria-label": `Replay ${file}` }, "Replay"),
    button("Audit it", () => load(place, get(query("audit", file)), auditWords), "", { "aria-label": `Audit ${file}` }),
    h("a", { class: "button", href: query("report", file), target: "_blank", rel: "noopener", "aria-label": `Report of ${file}, in a new tab` }, "Report ↗"),
    h("a", { class: "button", href: query("transcript", file), download: file, "aria-label": `Download ${file}` }, "Download"));
  return [row, place];
}

export function transcriptsScreen() {
  const place = h("div", { class: "stack" });
  load(place, get("/transcripts"), ({ transcripts }) => transcripts.length
    ? [h("p", { class: "soft" }, "Each file holds everything that was signed in one game. Anyone can check it."),
      h("ul", { class: "files" }, transcripts.map(({ file, date, code, octets }) => h("li", { class: "file" },
        h("div", {}, h("h2", {}, date, " ", h("span", { class: "mono" }, code)), h("p", { class: "print" }, `${file}, ${kilobytes(octets)}`)),
        transcriptActions(file))))]
    : h("div", { class: "empty" }, h("p", {}, "No transcripts yet."), h("p", { class: "soft" }, "Every game leaves one: proof of each card, call and result."),
      h("a", { class: "button primary", href: "#solo" }, "Play alone")));
  const element = sheet("Transcripts", place);
  element.classList.add("broad");
  return { element };
}
