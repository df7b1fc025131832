import type { FunctionComponent } from "preact";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import { pageOf } from "../../ui/pager.tsx";

export const PAGE_SIZE = 25;

/**
 * Objects of one kind that staff work through: how they are listed, found and shown.
 * @typeParam Item one in the list
 * @typeParam One one by itself, which may say more
 */
export interface Cases<Item, One = Item, Tab extends string = string> {
  readonly path: string;
  readonly title: TextKey;
  /** Why the list is empty. */
  readonly none: TextKey;
  readonly notFound: TextKey;
  /** The values of one filter of the interface, by its name; the first one is shown when the address has none. Absent: there are no tabs. */
  readonly tabs?: { readonly by: string; readonly texts: Readonly<Record<Tab, TextKey>> };
  /** Other filters of the interface that an address may have. They are ids of users. */
  readonly filters?: readonly string[];
  /** Filters of the interface that the reader types or chooses. A pasted id opens its object. */
  readonly search?: readonly SearchFilter[];
  /** The route of the list, when it can be downloaded as CSV. */
  readonly csv?: RoutedAction;
  list(wanted: Wanted<Tab>): Promise<CaseList<Item>>;
  /** Null: there is no such object. */
  find(id: string): Promise<One | null>;
  /** The object, when the list says all of it; null: it must be found. */
  whole(item: Item): One | null;
  idOf(item: Item): string;
  /** Users that appear by name. */
  usersIn(item: Item | One): readonly string[];
  readonly Row: FunctionComponent<{ readonly item: Item }>;
  readonly Case: FunctionComponent<{ readonly item: One; changed(): void }>;
}

/** A filter that is typed; with options, one that is chosen. */
export interface SearchFilter {
  readonly name: string;
  readonly label: TextKey;
  /** The shortest text that the interface takes. */
  readonly minLength?: number;
  readonly options?: Readonly<Record<string, TextKey>>;
}

interface Wanted<Tab extends string> {
  readonly tab: Tab;
  readonly page: number;
  /** Where the page begins, in a list that is read by cursor; absent: at the first item. */
  readonly cursor?: string;
  readonly limit: number;
  readonly filters: Readonly<Record<string, string>>;
}

/** A page of a list: by its number, or by a cursor to the next one. */
type CaseList<Item> = { readonly items: readonly Item[] } & (
  | { readonly total: number; readonly page: number; readonly totalPages: number; readonly nextCursor?: never }
  | { readonly total?: never; readonly nextCursor: string | null }
);

/** What a list shows: tab, page and filters. */
export interface View {
  readonly tab: string;
  readonly page: number;
  /** Empty: the list is shown from its first item. */
  readonly cursor: string;
  readonly filters: Readonly<Record<string, string>>;
}

type Listed = Pick<Cases<never>, "path" | "tabs" | "filters" | "search">;

const tabsOf = ({ tabs }: Listed): readonly string[] => Object.keys(tabs?.texts ?? {});

/** What an address shows. */
export function viewOf(of: Listed, query: URLSearchParams): View {
  const [first = "", ...others] = tabsOf(of);
  const names = [...(of.filters ?? []), ...(of.search ?? []).map(({ name }) => name)];
  const wanted = names.flatMap((name) => {
    const value = query.get(name);
    return value === null || value === "" ? [] : [[name, value] as const];
  });
  const tab = others.find((each) => each === query.get(of.tabs?.by ?? "")) ?? first;
  return { tab, page: pageOf(query), cursor: query.get("cursor") ?? "", filters: Object.fromEntries(wanted) };
}

/** The query of a view, under the names of the interface. */
export function queryOf(of: Listed, { tab, filters }: Pick<View, "tab" | "filters">): URLSearchParams {
  return new URLSearchParams({ ...(of.tabs && tab !== tabsOf(of)[0] ? { [of.tabs.by]: tab } : {}), ...filters });
}

/** Another view of a list from its beginning. */
export const beginningOf = (view: View, change: Partial<View> = {}): View => ({ ...view, page: 1, cursor: "", ...change });

/** The users that a list is narrowed to. */
export const usersOf = (of: Listed, { filters }: Pick<View, "filters">): readonly string[] =>
  (of.filters ?? []).flatMap((name) => filters[name] ?? []);

/** The address of a view; with an id, of one object beside it. */
export function addressOf(of: Listed, view: View, id?: string): string {
  const query = queryOf(of, view);
  if (view.page > 1) query.set("page", String(view.page));
  if (view.cursor !== "") query.set("cursor", view.cursor);
  const path = id === undefined ? of.path : `${of.path}/${encodeURIComponent(id)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}
