import { describe, expect, it } from "@jest/globals";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { STAFF_QUEUES, type StaffKind } from "#libs/contracts/config/console.ts";
import { KIND_PAGES } from "#libs/contracts/console-pages.ts";
import { allContracts } from "#libs/contracts/index.ts";

/** Its pages are scripts for browsers, which the types of this test do not know. */
const TABLE: string = "#gateway/app/staff/index.ts";

interface Table {
  readonly FRAME_ACTIONS: readonly ActionContract[];
  readonly routes: readonly {
    readonly path: string;
    readonly group: string | null;
    readonly actions: readonly ActionContract[];
    readonly kinds?: readonly string[];
    readonly queue?: string;
  }[];
}

const { FRAME_ACTIONS, routes } = (await import(TABLE)) as Table;

const called = new Set<unknown>([...FRAME_ACTIONS, ...routes.flatMap(({ actions }) => actions)]);

/** The routes of staff but those of the session, and those whose successor is there. */
const staffContracts = allContracts.filter(
  ({ http }) => http?.path.startsWith("/admin/") && !http.path.startsWith("/admin/auth/") && http.deprecated?.successor === undefined,
);

describe("the table of staff pages", () => {
  it("CON-01 each route of staff is an action of a page", () => {
    const missing = staffContracts.filter((contract) => !called.has(contract)).map(({ name }) => name);
    expect(missing).toEqual([]);
  });

  it("CON-01 a page of the side needs no parameter, and no two pages have one path or one queue", () => {
    for (const { path, group } of routes) expect([path, group !== null && path.includes("{")]).toEqual([path, false]);
    const paths = routes.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const queues = routes.flatMap(({ queue }) => queue ?? []);
    expect(new Set(queues).size).toBe(queues.length);
  });

  it("CON-01 each queue of the overview leads to a page", () => {
    const leading = new Set(routes.flatMap(({ queue }) => queue ?? []));
    expect(STAFF_QUEUES.filter((queue) => !leading.has(queue))).toEqual([]);
  });

  it("CON-01 a page that shows a kind of object takes its id from the address, and no two show the same kind", () => {
    const showing = routes.filter(({ kinds }) => kinds !== undefined);
    for (const { path } of showing) expect([path, path.match(/\{\w+\}/g)?.length]).toEqual([path, 1]);
    const kinds = showing.flatMap((route) => route.kinds ?? []);
    for (const { path, kinds: [kind] = [] } of showing) expect(path.replace(/\{\w+\}/, "{id}")).toBe(KIND_PAGES[kind as StaffKind].path);
    expect(new Set(kinds).size).toBe(kinds.length);
  });
});
