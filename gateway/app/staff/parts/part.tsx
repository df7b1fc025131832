import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { useLooking } from "./use-looking.ts";

interface PartProps<T> {
  readonly title: TextKey;
  load(): Promise<T>;
  /** @param reload loads again after a change */
  readonly children: (data: T, reload: () => void) => ComponentChildren;
}

/** A part of a page that loads independently, so its failure affects no other part. */
function Part<T>({ title, load, children }: PartProps<T>): VNode {
  const { t } = useReader();
  const id = useId();
  const query = useQuery(title, load);
  useLooking(query.reload);
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      <Loaded query={query}>{(data) => children(data, query.reload)}</Loaded>
    </section>
  );
}

interface ListPartProps<Item> extends Omit<PartProps<readonly Item[]>, "children"> {
  /** Text for an empty list. */
  readonly none: TextKey;
  readonly children: (item: Item, reload: () => void) => VNode;
}

/** A part that is a list. */
export function ListPart<Item>({ none, children, ...part }: ListPartProps<Item>): VNode {
  const { t } = useReader();
  return (
    <Part {...part}>
      {(items, reload) => (
        <>
          {items.length === 0 && <p>{t(none)}</p>}
          <ul class="list" data-cases>
            {items.map((item) => children(item, reload))}
          </ul>
        </>
      )}
    </Part>
  );
}

/** The time since which a state has lasted. */
export function Since({ at }: { readonly at: string }): VNode {
  return (
    <span class="hint">
      <Sentence of="page.console.since" parts={{ time: <Time at={at} /> }} />
    </span>
  );
}
