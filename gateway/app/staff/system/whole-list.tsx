import type { ComponentChildren, VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { useLooking } from "../parts/use-looking.ts";

interface WholeListProps<Item> {
  readonly title: TextKey;
  /** Why the list is empty; absent: it never is. */
  readonly none?: TextKey;
  load(): Promise<readonly Item[]>;
  /** Who made the last change. */
  byIn?(item: Item): string | null;
  /** What stands above the list. */
  head?(reload: () => void): ComponentChildren;
  readonly children: (item: Item, reload: () => void) => VNode;
}

/** A page that is one short list without pages or tabs. */
export function WholeList<Item>({ title, none, load, byIn = () => null, head, children }: WholeListProps<Item>): VNode {
  const { t } = useReader();
  const query = useQuery(title, async () => {
    const items = await load();
    await askForMissingNames(items.flatMap((item) => byIn(item) ?? []));
    return items;
  });
  useLooking(query.reload);
  return (
    <>
      <h1 tabIndex={-1}>{t(title)}</h1>
      {head?.(query.reload)}
      <Loaded query={query}>
        {(items) => (
          <>
            {none !== undefined && items.length === 0 && <Empty>{t(none)}</Empty>}
            <ul class="list" data-cases>
              {items.map((item) => children(item, query.reload))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}
