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
  /** Where one has its address; absent: below the list. */
  readonly onePath?: string;
  /** Ways to what belongs to the list, and to a new one. */
  readonly links?: readonly { readonly href: string; readonly text: TextKey }[];
  readonly title: TextKey;
  /** Why the list is empty. */
  readonly none: TextKey;
  readonly notFound: TextKey;
  /** The values of one filter of the interface, by its name; the first one is shown when the address has none. */
  readonly tabs: { readonly by: string; readonly texts: Readonly<Record<Tab, TextKey>> };
  /** Other filters of the interface that an address may have. They are ids of users. */
  readonly filters?: readonly string[];
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

interface Wanted<Tab extends string> {
  readonly tab: Tab;
  readonly page: number;
  readonly limit: number;
  readonly filters: Readonly<Record<string, string>>;
}

interface CaseList<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
}

/** What a list shows: tab, page and filters. */
export interface View {
  readonly tab: string;
  readonly page: number;
  readonly filters: Readonly<Record<string, string>>;
}

type Listed = Pick<Cases<never>, "path" | "onePath" | "tabs" | "filters">;

const tabsOf = ({ tabs: { texts } }: Listed): readonly string[] => Object.keys(texts);

/** What an address shows. */
export function viewOf(of: Listed, query: URLSearchParams): View {
  const [first = "", ...others] = tabsOf(of);
  const wanted = (of.filters ?? []).flatMap((name) => {
    const value = query.get(name);
    return value === null || value === "" ? [] : [[name, value] as const];
  });
  const tab = others.find((each) => each === query.get(of.tabs.by)) ?? first;
  return { tab, page: pageOf(query), filters: Object.fromEntries(wanted) };
}

/** The query of a view, under the names of the interface. */
export function queryOf(of: Listed, { tab, filters }: Pick<View, "tab" | "filters">): URLSearchParams {
  return new URLSearchParams({ ...(tab === tabsOf(of)[0] ? {} : { [of.tabs.by]: tab }), ...filters });
}

/** The address of a view; with an id, of one object beside it. */
export function addressOf(of: Listed, view: View, id?: string): string {
  const query = queryOf(of, view);
  if (view.page > 1) query.set("page", String(view.page));
  const path = id === undefined ? of.path : `${of.onePath ?? of.path}/${encodeURIComponent(id)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}
