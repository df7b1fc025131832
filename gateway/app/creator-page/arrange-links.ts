import type { TargetedPointerEvent } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { Done } from "#gateway/ui/parts/toast.tsx";
import { type Link, linkName, moved, placed, type Way } from "../client/links.ts";
import { useLinkOrder } from "./link-order.ts";

interface Dragged {
  readonly id: string;
  /** Index before the drag. */
  readonly from: number;
  readonly byFinger?: true;
}

type Change = (now: readonly Link[]) => readonly Link[];

/**
 * Moves links by buttons, and by drag with mouse or finger. Each move is saved at once and can be undone.
 * @param saved called once the order is stored
 */
export function useArranging(
  creatorId: string,
  links: readonly Link[],
  show: (links: readonly Link[] | Change) => void,
  saved: () => void,
) {
  const { t } = useReader();
  const order = useLinkOrder(creatorId, show, saved);
  const [done, setDone] = useState<Done | null>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);

  const putBack = (id: string, from: number, way: Way) =>
    show((now) => {
      const before = placed(now, id, from);
      order.save(before, { id, way });
      return before;
    });
  const place = (link: Link, from: number, after: readonly Link[], way: Way) => {
    show(after);
    order.save(after, { id: link.id, way });
    const text = t("page.links.moved", { title: linkName(link, t), place: String(after.indexOf(link) + 1) });
    setDone({ text, undo: () => putBack(link.id, from, way) });
  };
  const drop = () => {
    const link = links.find(({ id }) => id === dragged?.id);
    if (link && dragged && links.indexOf(link) !== dragged.from) place(link, dragged.from, links, "up");
    setDragged(null);
  };
  // A link dropped outside the list returns to its place.
  const cancel = () => {
    if (dragged) show(placed(links, dragged.id, dragged.from));
    setDragged(null);
  };
  const follow = (over: string | undefined) => {
    const to = links.findIndex(({ id }) => id === over);
    if (dragged && to >= 0 && over !== dragged.id) show(placed(links, dragged.id, to));
  };
  useFinger(dragged?.byFinger ?? false, { follow, drop, cancel });
  return {
    done,
    failure: order.failure,
    close: () => setDone(null),
    move: (link: Link, way: Way) => place(link, links.indexOf(link), moved(links, link.id, way), way),
    drag: ({ id }: Link, index: number) => ({
      onDragStart: () => setDragged({ id, from: index }),
      onDragOver(event: DragEvent) {
        if (!dragged) return;
        event.preventDefault();
        if (id !== dragged.id) show(placed(links, dragged.id, index));
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        drop();
      },
      onDragEnd: cancel,
    }),
    /** Fingers and pens start no native drag. */
    grip: ({ id }: Link, index: number) => ({
      onPointerDown({ pointerType }: TargetedPointerEvent<HTMLElement>) {
        if (pointerType !== "mouse") setDragged({ id, from: index, byFinger: true });
      },
    }),
  };
}

interface FingerOptions {
  /** @param over id of the row below the finger */
  follow(over: string | undefined): void;
  drop(): void;
  cancel(): void;
}

/** Listens on the document: a row that moves leaves the document briefly and would lose its pointer events. */
function useFinger(isDown: boolean, { follow, drop, cancel }: FingerOptions): void {
  // Subscribes before the next frame, because the finger may already move or be lifted.
  useLayoutEffect(() => {
    if (!isDown) return;
    const move = ({ clientX, clientY }: PointerEvent) =>
      follow(document.elementFromPoint(clientX, clientY)?.closest("li")?.querySelector<HTMLElement>("[data-id]")?.dataset.id);
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", drop);
    document.addEventListener("pointercancel", cancel);
    return () => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", drop);
      document.removeEventListener("pointercancel", cancel);
    };
  });
}
