// Dialogs: one at a time, closed by Escape, the focus goes back to where it was.
import { button, freshId, h } from "./dom.js";

/** Shows `content` under a heading; gives the dialog. `actions`: buttons besides "Close". */
export function showDialog(title, content, { actions = [], wide = false, closeText = "Close" } = {}) {
  const id = freshId("dialog");
  const before = document.activeElement;
  const dialog = h("dialog", { class: wide ? "wide" : "", "aria-labelledby": id },
    h("h2", { id, tabindex: "-1" }, title), content,
    h("div", { class: "row to-end" }, actions, closeText && button(closeText, () => dialog.close(), "", { autofocus: true })));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something that cannot be undone. */
export function confirmFirst(title, words, yes, then, no = "Stay") {
  const dialog = showDialog(title, h("p", {}, words), {
    closeText: no,
    actions: [button(yes, () => { dialog.close(); then(); }, "danger")],
  });
  return dialog;
}

export const isDialogOpen = () => document.querySelector("dialog[open]") !== null;
