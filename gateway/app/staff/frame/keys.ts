import { browserStorage } from "../../client/browser/storage.ts";

const STORED = "staff-keys";
const OFF = "off";

/** Whether single keys work, as this browser was told. */
export const areKeysOn = (): boolean => browserStorage.get(STORED) !== OFF;
export const setKeys = (isOn: boolean): void => browserStorage.set(STORED, isOn ? null : OFF);

/** Keys that press a button or enter a field of the case, or of the focused row, by its `aria-keyshortcuts`. */
const OF_CASE = ["a", "x", "r", "c"];

/**
 * Keys of the console. Ctrl and Enter send the form that has the focus. Single keys: j and k move in the list, s selects a row. Letters press
 * the buttons of the focused row, else of the case; / goes to a page. No single key works while a text is typed or a dialog is open.
 * @param explain shows the list of keys
 */
export function enhanceKeys(explain: () => void): void {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key === "Enter" && (ctrlKey || metaKey) && send(target)) return event.preventDefault();
    if (ctrlKey || metaKey || altKey || !areKeysOn() || isTyping(target) || document.querySelector("dialog[open]")) return;
    const isDone =
      key === "?"
        ? call(explain)
        : key === "/"
          ? enter("#go-to-field")
          : key === "j"
            ? move(1)
            : key === "k"
              ? move(-1)
              : key === "s"
                ? select()
                : ofCase(key);
    if (isDone) event.preventDefault();
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches("input:not([type=checkbox], [type=radio]), textarea, select") || target.isContentEditable);

/** Presses the button of the form, or of the dialog, in which something has the focus. That of a new dialog may be on its title. */
function send(target: EventTarget | null): boolean {
  const button = target instanceof Element ? target.closest("form, dialog")?.querySelector<HTMLElement>("[type=submit]") : null;
  button?.focus();
  button?.click();
  return button !== null && button !== undefined;
}

function call(work: () => void): boolean {
  work();
  return true;
}

function enter(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null;
}

function ofCase(key: string): boolean {
  if (!OF_CASE.includes(key)) return false;
  const named = `[aria-keyshortcuts="${key}"]`;
  const row = document.activeElement?.closest("[data-cases] > li");
  const control = row?.querySelector<HTMLElement>(named) ?? document.querySelector<HTMLElement>(`#main ${named}:not([data-cases] *)`);
  control?.focus();
  if (control instanceof HTMLButtonElement) control.click();
  return control !== null;
}

/** Selects the focused row, else the open one, or no longer. */
function select(): boolean {
  const rows = [...document.querySelectorAll<HTMLLIElement>("#main [data-cases] > li")];
  const row = rows.find((each) => each.contains(document.activeElement)) ?? rows.find((each) => each.querySelector("[aria-current=page]"));
  const box = row?.querySelector<HTMLInputElement>("input[type=checkbox]");
  box?.click();
  return box !== undefined && box !== null;
}

/**
 * Moves the focus in the list, from the focused row, else from the open one. The focus is on the link of the row to its page, else on its
 * first link or button, else on the row itself.
 */
function move(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("#main [data-cases] > li")].map(
    (row) => row.querySelector<HTMLElement>("a.item") ?? row.querySelector<HTMLElement>("a[href], button") ?? focusable(row),
  );
  const focused = rows.findIndex((row) => row.closest("li")?.contains(document.activeElement));
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === "page");
  const next = from < 0 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1);
  rows[next]?.focus();
  return rows.length > 0;
}

function focusable(row: HTMLElement): HTMLElement {
  row.tabIndex = -1;
  return row;
}
