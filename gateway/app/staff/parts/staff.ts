import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Reader } from "#gateway/ui/parts/reader.tsx";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import type { StaffKind, StaffQueue } from "#libs/contracts/config/console.ts";
import { permissionsFor, type RoutePermission } from "#libs/policies/permissions.ts";
import { permissionToWrite } from "#libs/policies/setting-access.ts";
import { findRoute } from "../../ui/find-route.ts";
import { permissionOf, permissionOfPage, type StaffRoute } from "../staff-route.ts";
import type { Staff } from "../staff-session.ts";

/** A place to go to. */
export interface Place {
  readonly href: string;
  readonly text: string;
}

/** The signed-in member of the staff, and what is open to them. */
export interface StaffReader {
  readonly me: Staff;
  /** Whether they may call an action. Controls that need it are not shown otherwise. */
  may(action: Pick<RoutedAction, "http">): boolean;
  /** Whether they may change a setting. Its routes are open to several kinds of staff, and each has keys of its own. */
  mayWriteSetting(key: string): boolean;
  /** Address of the page of an object; null: there is none that they may open. */
  hrefOf(kind: StaffKind, id: string): string | null;
  /** Where a typed text may lead: pages that have it in their title or show what is named so, and what pages find by it. */
  placesFor(typed: string, reader: Reader): readonly Place[];
  /** Where a text that names nothing can be searched for. */
  searchesFor(typed: string, reader: Reader): readonly Place[];
  /** The page at a path; null: there is none that they may open. */
  placeAt(path: string, reader: Reader): Place | null;
  /** Address of the page of a queue; null: there is none that they may open. */
  hrefOfQueue(queue: StaffQueue): string | null;
}

/** The place of a page that finds something by a typed text. */
function searchBy({ title }: StaffRoute, find: StaffRoute["finds"], typed: string, t: Reader["t"]): readonly Place[] {
  const href = find?.(typed) ?? null;
  return href === null ? [] : [{ href, text: `${t(title)}: ${typed}` }];
}

/** @param routes the table of staff pages */
export function staffReader(me: Staff, routes: readonly StaffRoute[]): StaffReader {
  const has = (permission: RoutePermission | null) =>
    permission === null || permissionsFor(permission).some((each) => me.permissions.includes(each));
  const mayOpen = (page: StaffRoute | undefined): page is StaffRoute => page !== undefined && has(permissionOfPage(page));
  return {
    me,
    may: (action) => has(permissionOf(action)),
    mayWriteSetting: (key) => has(permissionToWrite(key)),
    hrefOf(kind, id) {
      const page = routes.find(({ kinds }) => kinds?.includes(kind));
      return mayOpen(page) ? page.path.replace(/\{\w+\}/, encodeURIComponent(id)) : null;
    },
    placesFor(typed, { t, locale }) {
      const lower = (text: string) => text.toLocaleLowerCase(locale);
      const own = routes.filter(mayOpen);
      const found = own.flatMap((page) => searchBy(page, page.finds, typed, t));
      const named = own
        .filter(({ path, signedOut }) => !path.includes("{") && !signedOut)
        .map(({ path, title }) => ({ href: path, text: t(title), at: lower(t(title)).indexOf(lower(typed)) }))
        // The page that adds an object has the title of its list.
        .filter(({ at, text }, index, all) => at >= 0 && all.findIndex((each) => each.text === text) === index)
        .sort((one, other) => one.at - other.at);
      const shown = own.flatMap(({ path, title, shows = [] }) =>
        shows
          .filter((name) => typed !== "" && lower(t(name)).includes(lower(typed)))
          .map((name) => ({ href: path, text: `${t(title)}: ${t(name)}` })),
      );
      return [...found, ...named, ...shown];
    },
    searchesFor: (typed, { t }) => routes.filter(mayOpen).flatMap((page) => searchBy(page, page.searches, typed, t)),
    placeAt(path, { t }) {
      const page = findRoute(routes, path.replace(/\?.*/, ""))?.route;
      return mayOpen(page) ? { href: path, text: t(page.title) } : null;
    },
    hrefOfQueue(name) {
      const page = routes.find(({ queue }) => queue === name);
      return mayOpen(page) ? page.path : null;
    },
  };
}

export const StaffContext = createContext<StaffReader | null>(null);

/** The signed-in member of the staff. Throws on the page of the sign-in. */
export function useStaff(): StaffReader {
  const reader = useContext(StaffContext);
  if (!reader) throw new Error("the page has no signed-in staff");
  return reader;
}
