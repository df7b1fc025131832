import { depart, followPlaces, newEntry, type Way } from "./place.ts";

/** Renders the pages of this shell. */
interface Drawer {
  /** Whether this script renders the page of a path. */
  draws(path: string): boolean;
  /** Called when the address has changed. */
  opened(way: Exclude<Way, "first">): void;
}

let drawer: Drawer = { draws: () => false, opened: () => undefined };

/** Notifies a renderer of address changes. */
export function followAddress(follower: Drawer): void {
  drawer = follower;
  followPlaces();
  addEventListener("popstate", () => {
    depart();
    drawer.opened("back");
  });
  document.addEventListener("click", followInside);
}

/** Navigates to a path of this site. The document is not reloaded when its script also renders that page. */
export function go(address: string, how: "push" | "replace" = "push"): void {
  const { pathname, search, hash } = new URL(address, location.href);
  const target = pathname + search + hash;
  if (!drawer.draws(pathname)) {
    if (how === "push") location.assign(target);
    else location.replace(target);
    return;
  }
  depart();
  if (how === "push") history.pushState(newEntry(), "", target);
  else history.replaceState(newEntry(), "", target);
  drawer.opened("on");
}

/** The path of `?next=` if it belongs to this site, else the fallback. */
export function nextPath(query: URLSearchParams, fallback: string): string {
  return ownPath(query.get("next") ?? "", fallback);
}

/** The path if it belongs to this site, else the fallback. `//host` and `/\host` name other sites. */
export function ownPath(path: string, fallback: string): string {
  return /^\/(?![/\\])/.test(path) ? path : fallback;
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
