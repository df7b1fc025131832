import { hasUnsaved } from "./browser/unsaved.ts";
import { depart, followPlaces, indexOfEntry, newEntry, type Way } from "./place.ts";

/** Renders the pages of this shell. */
interface Drawer {
  /** Whether this script renders the page of a path. */
  draws(path: string): boolean;
  /** Called when the address has changed. */
  opened(way: Exclude<Way, "first">): void;
  /** Called instead of leaving a page with something unsaved. */
  asks(leave: () => void): void;
}

let drawer: Drawer = { draws: () => false, opened: () => undefined, asks: (leave) => leave() };
/** Address and place in the history of the page that is shown. */
let shown = { path: "", index: 0 };
/** The browser is on its way back to the page that was not left. */
let isStaying = false;

const isShown = (): void => {
  shown = { path: location.pathname + location.search, index: indexOfEntry(shown.index) };
};

/** Notifies a renderer of address changes. */
export function followAddress(follower: Drawer): void {
  drawer = follower;
  followPlaces();
  isShown();
  addEventListener("popstate", moved);
  document.addEventListener("click", followInside);
}

/** The history cannot be held, so the browser is sent back until the reader has decided. */
function moved(): void {
  const distance = indexOfEntry(shown.index) - shown.index;
  if (isStaying) {
    isStaying = false;
    return;
  }
  if (location.pathname + location.search !== shown.path && distance !== 0 && hasUnsaved()) {
    isStaying = true;
    history.go(-distance);
    drawer.asks(() => history.go(distance));
    return;
  }
  isShown();
  depart();
  drawer.opened("back");
}

/** Navigates to a path of this site. The document is not reloaded when its script also renders that page. */
export function go(address: string, how: "push" | "replace" = "push"): void {
  const { pathname, search, hash } = new URL(address, location.href);
  const target = pathname + search + hash;
  if (hasUnsaved()) {
    drawer.asks(() => go(address, how));
    return;
  }
  if (!drawer.draws(pathname)) {
    if (how === "push") location.assign(target);
    else location.replace(target);
    return;
  }
  depart();
  if (how === "push") history.pushState(newEntry(shown.index + 1), "", target);
  else history.replaceState(newEntry(shown.index), "", target);
  isShown();
  drawer.opened("on");
}

/** The path of `?next=` if it belongs to this site, else the fallback. */
export function nextPath(query: URLSearchParams, fallback: string): string {
  return ownPath(query.get("next") ?? "", fallback);
}

/**
 * The path if it belongs to this site, else the fallback. `//host` and `/\host` name other sites, and so do `/.//host` and a tab between the
 * slashes, once a browser has read them.
 */
export function ownPath(path: string, fallback: string): string {
  if (!path.startsWith("/") || !URL.canParse(path, location.origin)) return fallback;
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && !pathname.startsWith("//") ? path : fallback;
}

/** The query that finally leads the reader to `next`. */
export function onward(next: string): string {
  return next === "" ? "" : `?next=${encodeURIComponent(next)}`;
}

function followInside(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download") || !drawer.draws(link.pathname)) return;
  event.preventDefault();
  go(link.href);
}
