import { randomKey } from "#libs/client/random-key.ts";
import { listOf, number, object, pairOf, text } from "./browser/shapes.ts";
import { tabStorage } from "./browser/storage.ts";

/** How the reader has come to a page: with the document, by a link, or through the history of the browser. */
export type Way = "first" | "on" | "back";

const STORED = "places";
/** What shows that the reader scrolls or types. */
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Distance from the top, by entry of the history. */
const places = new Map(tabStorage.getJson(STORED, listOf(pairOf(text, number))) ?? []);
/** False from leaving a page until the next one is there. */
let isThere = false;
let isRestoring = false;
let end = (): void => undefined;

interface Entry {
  readonly entry: string;
  /** Place in the history, from 0. */
  readonly index: number;
}

const ENTRY = object<Entry>({ entry: text, index: number });

const state = (): Partial<Entry> => (ENTRY(history.state) ? history.state : {});
const entry = (): string => state().entry ?? "";

/** Place of the current entry in the history; an entry that the browser has made follows the one before it. */
export const indexOfEntry = (before = 0): number => state().index ?? before + 1;

/** The state of a new entry of the history. */
export const newEntry = (index: number): Entry => ({ entry: randomKey(), index });

/** Remembers from now on how far each page is scrolled. The browser would restore it before the page has its content. */
export function followPlaces(): void {
  history.scrollRestoration = "manual";
  if (entry() === "") history.replaceState(newEntry(0), "");
  addEventListener("scroll", () => isThere && places.set(entry(), scrollY), { passive: true });
  addEventListener("pagehide", () => tabStorage.set(STORED, JSON.stringify([...places])));
}

/** Call it when the address has changed. What the browser scrolls from then on is not where the reader was. */
export function depart(): void {
  end();
  isThere = false;
}

/**
 * Call it when a page begins to be drawn. On the way on it opens at its top, and on the way back where the reader left it. A list that is marked
 * with `data-opens-at-end` opens at its end. The focus moves to what the page marks with `data-arrive`, else to its heading, as soon as that is
 * there. The arrival ends when all content is there, or the reader scrolls, types or goes on.
 */
export function arrive(way: Way): void {
  const main = document.getElementById("main");
  if (!main) return;
  depart();
  const target = way === "on" ? 0 : (places.get(entry()) ?? 0);
  isRestoring = target > 0;
  if (way !== "first") scrollTo(0, target);
  let focused: "heading" | "mark" | null = way === "first" ? "mark" : null;
  const settle = () => {
    const heading = main.querySelector<HTMLElement>("h1[tabindex]");
    const marked = main.querySelector<HTMLElement>("[data-arrive]");
    const goal = marked ?? heading;
    if (goal && focused !== "mark" && (marked || focused === null)) {
      goal.focus({ preventScroll: !marked || isRestoring });
      focused = marked ? "mark" : "heading";
    }
    if (isRestoring) scrollTo(0, target);
    else showEnd(main.querySelector("[data-opens-at-end]"));
    const isWhole = heading !== null && main.querySelector(".skeleton") === null;
    if (isWhole && (!isRestoring || Math.abs(scrollY - target) < 2)) end();
  };
  const changes = new MutationObserver(settle);
  end = () => {
    changes.disconnect();
    for (const hand of HANDS) removeEventListener(hand, end);
    [isThere, isRestoring, end] = [true, false, () => undefined];
  };
  for (const hand of HANDS) addEventListener(hand, end, { passive: true });
  changes.observe(main, { childList: true, subtree: true });
  settle();
}

function showEnd(list: Element | null): void {
  const last = list?.lastElementChild;
  if (last && last.getBoundingClientRect().bottom > innerHeight) last.scrollIntoView();
}
