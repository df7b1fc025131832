import type { FunctionComponent } from "preact";
import type { StaffPlace } from "#gateway/ui/shell.ts";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import type { StaffKind, StaffQueue } from "#libs/contracts/config/console.ts";
import type { RoutePermission } from "#libs/policies/permissions.ts";
import type { AppPage } from "../ui/app-page.ts";

/** The groups of the side, in their order. */
export const STAFF_GROUPS = ["today", "people", "money", "safety", "content", "system"] as const;
export type StaffGroup = (typeof STAFF_GROUPS)[number];

/** A page of the console. */
export interface StaffRoute {
  /** Parameters are written {name}. With a query it is an entry of the side alone, which leads to another page. */
  readonly path: string;
  readonly title: TextKey;
  /** Where the side names it; null: it is a tab or one object. */
  readonly group: StaffGroup | null;
  /** What it calls. The permission of the first one is that of the page. */
  readonly actions: readonly [RoutedAction, ...RoutedAction[]];
  /** Kinds whose objects it shows; their id is the parameter of the path. */
  readonly kinds?: readonly StaffKind[];
  /** The queue that its number at the side counts. */
  readonly queue?: StaffQueue;
  /** What it shows, by whose names Go to finds it as well. */
  readonly shows?: readonly TextKey[];
  /** Where a text leads that was typed into Go to, when this page finds something by it: an address, a key; null: it does not. */
  readonly finds?: (typed: string) => string | null;
  /** Where it searches for a text that names nothing else; null: it does not. */
  readonly searches?: (typed: string) => string | null;
  /** The page is for signed-out users. */
  readonly signedOut?: true;
  /** Consecutive pages of one place share their state. */
  readonly place?: string;
  /** The texts that are loaded with it. */
  readonly texts?: StaffPlace;
  load(): Promise<{ readonly default: FunctionComponent<AppPage> }>;
}

/** The permission that an action needs, or several of which any one does; null: all staff may call it. */
export const permissionOf = ({ http }: Pick<RoutedAction, "http">): RoutePermission | null => http.permission ?? null;

/** The permission that a page needs. */
export const permissionOfPage = ({ actions }: Pick<StaffRoute, "actions">): RoutePermission | null => permissionOf(actions[0]);
