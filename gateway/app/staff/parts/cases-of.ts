import type { FunctionComponent, VNode } from "preact";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import type { StaffKind, StaffQueue } from "#libs/contracts/config/console.ts";
import type { ListOrder } from "#libs/kernel/paging.ts";
import { pageOf } from "../../ui/pager.tsx";
import type { Together } from "./selection.ts";

export const PAGE_SIZE = 25;

/** Objects of one kind that staff look through. */
export interface Listed<Item, Tab extends string = string> {
  readonly path: string;
  /** What stands before the id in the address of one object; absent: the path. */
  readonly onePath?: string;
  readonly title: TextKey;
  /** Lists of one place, which lead to each other. */
  readonly lists?: { readonly title: TextKey; readonly of: readonly (LinkedPage & { readonly queue?: StaffQueue })[] };
  /** The page that adds an object, for staff who may. */
  readonly create?: LinkedPage;
  readonly kind: StaffKind;
  /** What its first tab counts. */
  readonly queue?: StaffQueue;
  /** Ways to what belongs to the list, and to a new one. */
  readonly links?: readonly { readonly href: string; readonly text: TextKey }[];
  /** Why the list is empty. */
  readonly none: TextKey;
  /** Their objects have no page: the rows are no links, and may have some. */
  readonly isOnlyList?: true;
  /** The values of one filter of the interface, by its name; the first one is shown when the address has none. Absent: it has none. */
  readonly tabs?: { readonly by: string; readonly texts: Readonly<Record<Tab, TextKey>> };
  /** Other filters of the interface that an address may have. */
  readonly filters?: readonly string[];
  /** What the id of a filter stands for; absent: a user. */
  readonly Filter?: FunctionComponent<{ readonly id: string }>;
  /** Filters of the interface that the reader types or chooses. A pasted id opens its object. */
  readonly search?: readonly SearchFilter[];
  /** The route of the list, when it can be downloaded as CSV. */
  readonly csv?: RoutedAction;
  list(wanted: Wanted<Tab>): Promise<CaseList<Item>>;
  idOf(item: Item): string;
  /** Users that appear by name. */
  usersIn(item: Item): readonly string[];
  /** What begins a new object, above the list. */
  readonly New?: FunctionComponent<Pick<View, "filters">>;
  readonly Row: FunctionComponent<{ readonly item: Item }>;
}

/**
 * Objects of one kind that staff work through: how they are listed, found and shown.
 * @typeParam Item one in the list
 * @typeParam One one by itself, which may say more
 */
export interface Cases<Item, One = Item, Tab extends string = string> extends Omit<Listed<Item, Tab>, "usersIn" | "isOnlyList"> {
  readonly notFound: TextKey;
  /** Null: there is no such object. */
  find(id: string): Promise<One | null>;
  /** The object, when the list says all of it; null: it must be found. */
  whole(item: Item): One | null;
  /** Users that appear by name. */
  usersIn(item: Item | One): readonly string[];
  /** What has been decided is no longer found, so it gives way to the list when no other one follows. */
  readonly opensNext?: true;
  /** How several are decided by one dialog; absent: they are not. */
  readonly together?: Together<Item>;
  readonly Case: FunctionComponent<CaseProps<One>>;
}

interface CaseProps<One> {
  readonly item: One;
  /** It was there when the page opened, and is no longer found. */
  readonly isGone: boolean;
  changed(): void;
  /** Like `changed`, with what the reader has made of it: its row says so once it has left the list. */
  marked(mark?: VNode): void;
  /** Like `marked`, after the decision with which the case ends: the next one of the list follows. Without a mark, a colleague has decided. */
  decided(mark?: VNode): void;
}

/** A page, and the action that one must be allowed to call there. */
interface LinkedPage {
  readonly path: string;
  readonly text: TextKey;
  readonly action: RoutedAction;
}

/** The id of an object. */
export const OBJECT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A filter that is typed; with options, one that is chosen. */
export interface SearchFilter {
  readonly name: string;
  readonly label: TextKey;
  /** The shortest text that the interface takes. */
  readonly minLength?: number;
  readonly options?: Readonly<Record<string, TextKey>>;
  /** What is shown without a choice; absent: all. */
  readonly none?: TextKey;
}

interface Wanted<Tab extends string> {
  readonly tab: Tab;
  readonly page: number;
  /** Where the page begins, in a list that is read by cursor; absent: at the first item. */
  readonly cursor?: string;
  readonly limit: number;
  /** A queue begins with what waits the longest, any other list with the newest. */
  readonly sort: ListOrder;
  readonly filters: Readonly<Record<string, string>>;
}

/** The order of a tab: the first one of a place with a queue is that queue. */
export const orderOf = ({ queue, tabs }: Pick<Listed<never>, "queue" | "tabs">, tab: string): ListOrder =>
  queue !== undefined && tab === Object.keys(tabs?.texts ?? {})[0] ? "oldest" : "newest";

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

type Viewed = Pick<Listed<never>, "path" | "onePath" | "tabs" | "filters" | "search">;

const tabsOf = ({ tabs }: Viewed): readonly string[] => Object.keys(tabs?.texts ?? {});

/** What an address shows. */
export function viewOf(of: Viewed, query: URLSearchParams): View {
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
function queryOf(of: Viewed, { tab, filters }: Pick<View, "tab" | "filters">): URLSearchParams {
  return new URLSearchParams({ ...(of.tabs && tab !== tabsOf(of)[0] && { [of.tabs.by]: tab }), ...filters });
}

/** Another view of a list from its beginning. */
export const beginningOf = (view: View, change: Partial<View> = {}): View => ({ ...view, page: 1, cursor: "", ...change });

/** The users that a list is narrowed to. */
export const usersOf = (of: Viewed, { filters }: Pick<View, "filters">): readonly string[] =>
  (of.filters ?? []).flatMap((name) => filters[name] ?? []);

/** The address of a view; with an id, of one object beside it. */
export function addressOf(of: Viewed, view: View, id?: string): string {
  const query = queryOf(of, view);
  if (view.page > 1) query.set("page", String(view.page));
  if (view.cursor !== "") query.set("cursor", view.cursor);
  const path = id === undefined ? of.path : `${of.onePath ?? of.path}/${encodeURIComponent(id)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}
