import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { listLinks, orderLinks } from "#libs/contracts/creator/link.ts";
import { api } from "../client/api.ts";
import type { Link, Way } from "../client/links.ts";

/** Element id of the control that moves a link. */
export const controlId = (way: Way, linkId: string) => `${way}-${linkId}`;

interface LinkOrder {
  readonly failure: unknown;
  /** Saves the order. The focus stays on the pressed control, or moves to the link's other one when the pressed one is disabled. */
  save(links: readonly Link[], moved: { readonly id: string; readonly way: Way }): void;
}

/** Saves one order at a time; of orders that arrive meanwhile only the last. @param refused gets the stored order after a failure */
export function useLinkOrder(creatorId: string, refused: (stored: readonly Link[]) => void, saved: () => void): LinkOrder {
  const wished = useRef<readonly Link[] | null>(null);
  const isSaving = useRef(false);
  const pressed = useRef<{ readonly id: string; readonly way: Way } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const params = { creatorId };

  // A moved element loses the focus. It must return before the next key press, so an effect after the paint is too late.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { id, way } = pressed.current;
    pressed.current = null;
    const control = (each: Way) => document.querySelector<HTMLButtonElement>(`[id="${controlId(each, id)}"]:not([aria-disabled])`);
    (control(way) ?? control(way === "up" ? "down" : "up"))?.focus();
  });

  const saveWished = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    setFailure(null);
    try {
      while (wished.current) {
        const order = wished.current.map(({ id }) => id);
        wished.current = null;
        await api.call(orderLinks, { ...params, order });
      }
      saved();
    } catch (error) {
      wished.current = null;
      setFailure(error);
      await api.call(listLinks, params).then(refused, () => undefined);
    } finally {
      isSaving.current = false;
    }
  };
  return {
    failure,
    save(links, moved) {
      wished.current = links;
      pressed.current = moved;
      void saveWished();
    },
  };
}
