import { ProviderFailure } from "../../provider-failure.ts";
import { failureOfCall } from "./refusal.ts";

interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** Lists a page of objects, the newest first. */
type ListPage<T> = (range: { readonly starting_after?: string; readonly ending_before?: string }) => Promise<Page<T>>;

interface Read<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}

const SEPARATOR = "~";

/**
 * The objects since a cursor, one page at a time, which repeat the cursor when there is nothing new.
 * The provider lists the newest first. The first reading, and one after a cursor that the provider has forgotten, therefore goes back in
 * time page by page; its cursor is `<newest>~<oldest so far>`. After it, the cursor is the newest object, and reading goes forward.
 */
export async function readSince<T extends { readonly id: string }>(list: ListPage<T>, cursor: string | null): Promise<Read<T>> {
  const [newest, oldest] = cursor?.split(SEPARATOR) ?? [];
  try {
    if (newest !== undefined && oldest === undefined) {
      const { data } = await list({ ending_before: newest });
      return { items: data.toReversed(), cursor: data[0]?.id ?? cursor };
    }
    const { data, has_more: hasMore } = await list(oldest === undefined ? {} : { starting_after: oldest });
    const first = newest ?? data[0]?.id ?? null;
    const last = data.at(-1)?.id;
    return { items: data.toReversed(), cursor: hasMore && first !== null && last !== undefined ? `${first}${SEPARATOR}${last}` : first };
  } catch (error) {
    if (cursor !== null && isForgotten(error)) return readSince(list, null);
    throw error;
  }
}

/** The objects of all pages until one fits; null when none does. */
export async function findInPages<T extends { readonly id: string }>(list: ListPage<T>, fits: (item: T) => boolean): Promise<T | null> {
  let page = await list({});
  for (;;) {
    const found = page.data.find(fits);
    if (found) return found;
    const last = page.data.at(-1);
    if (!page.has_more || !last) return null;
    page = await list({ starting_after: last.id });
  }
}

function isForgotten(error: unknown): boolean {
  const failure = failureOfCall(error);
  return failure instanceof ProviderFailure && failure.reason === "UNKNOWN_REFERENCE";
}
