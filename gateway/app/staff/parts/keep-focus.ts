import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** After a change that has taken the pressed button away, the keyboard goes on from the heading of the page, not from its very beginning. */
export const keepFocus = (): void =>
  void requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("#main h1[tabindex]")?.focus({ preventScroll: true });
  });

/** Keeps the row of the open object in view where the list scrolls by itself. @param shown the rows of the list */
export function useOpenRow(openId: string | null, shown: unknown): RefObject<HTMLUListElement | null> {
  const place = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = place.current?.querySelector("[aria-current=page]");
    const box = place.current?.closest(".beside > *");
    if (!row || !box) return;
    const [{ top, bottom }, bounds] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += Math.min(0, top - bounds.top) + Math.max(0, bottom - bounds.bottom);
  }, [openId, shown]);
  return place;
}
