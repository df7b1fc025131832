import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import { useReader } from "../../parts/reader.tsx";
import type { TextKey } from "../../texts.ts";
import { Loaded, useData } from "../data.tsx";
import { useLooks } from "../use-looks.ts";

/** What is on the page for staff is at most this old. */
export const LOOK_MS = 30_000;

interface PartProps<T> {
  readonly title: TextKey;
  load(): Promise<T>;
  /** @param reload asks again, after something has changed */
  readonly children: (data: T, reload: () => void) => ComponentChildren;
}

/** A part of a page that asks for itself: when it fails, it says so alone. */
export function Part<T>({ title, load, children }: PartProps<T>): VNode {
  const { t } = useReader();
  const id = useId();
  const asked = useData(title, load);
  useLooks(asked.reload, LOOK_MS);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      <Loaded asked={asked}>{(data) => children(data, asked.reload)}</Loaded>
    </section>
  );
}
