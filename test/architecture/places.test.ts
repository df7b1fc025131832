import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import * as account from "#libs/contracts/account/index.ts";
import * as config from "#libs/contracts/config/index.ts";
import * as content from "#libs/contracts/content/index.ts";
import * as creator from "#libs/contracts/creator/index.ts";
import * as messaging from "#libs/contracts/messaging/index.ts";
import * as wallet from "#libs/contracts/wallet/index.ts";
import * as webhook from "#libs/contracts/webhook/index.ts";
import { ROOT } from "./tree-copy.ts";

/** The entry of a place in its index. */
interface Place {
  /** Groups of texts. */
  readonly texts: readonly string[];
  /** Contracts. */
  readonly calls: readonly string[];
}

/** The table of the staff pages of a group: the calls stand with each page. */
interface StaffPlace {
  readonly routes: readonly { readonly path: string; readonly actions: readonly RoutedAction[]; readonly texts?: string }[];
  readonly FRAME_ACTIONS?: readonly RoutedAction[];
}

const APP = join(ROOT, "gateway/app");
/** The places of the console, which stand in its table of pages. */
const STAFF = "staff";
const OF_ALL_PAGES = [STAFF, join(STAFF, "frame"), join(STAFF, "parts")];

const placesIn = (folder: string): string[] =>
  readdirSync(join(APP, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(APP, folder, entry.name)).includes("index.ts"))
    .map(({ name }) => name);

const PLACES = placesIn("");
const STAFF_PLACES = placesIn(STAFF).map((name) => join(STAFF, name));

/** The text of all files of a place but its index. */
const sourceOf = (place: string, { recursive } = { recursive: true }): string =>
  readdirSync(join(APP, place), { recursive, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && file !== "index.ts")
    .map((file) => readFileSync(join(APP, place, file), "utf8"))
    .join("\n");

const CALLED = /(?:\.(?:call|text|blob)\(\s*|addressOfRoute\((?=\w+\)))(\w+)/g;
/** Sign-in and Today belong to no group. */
const OWN_ROUTES = 2;

const exported = [account, config, content, creator, messaging, wallet, webhook].flatMap((service) => Object.entries<unknown>(service));

/** The name by which a contract is imported. */
const nameOf = (action: RoutedAction): string => exported.find(([, each]) => each === action)?.[0] ?? action.name;

const found = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].sort();

describe("the places of the application", () => {
  it("HSE-07 the places of the application are those of the house", () => {
    expect(PLACES).toEqual(["account", "compose", "creator-page", "dashboard", "home", "messages", "money", "sign-in", "staff", "support"]);
  });

  it.each(PLACES.filter((place) => place !== STAFF))(
    "HSE-07 the index of %s names the texts and calls of its files, and no others",
    async (place) => {
      const { texts, calls } = (await import(`#gateway/app/${place}/index.ts`)) as Place;
      expect(texts).toEqual(found(sourceOf(place), /"(page\.\w+)\./g));
      expect(calls).toEqual(found(sourceOf(place), CALLED));
    },
  );

  it.each([STAFF, ...STAFF_PLACES])(
    "CON-01 HSE-07 the pages of %s name the actions and the texts of their files, and no others",
    async (place) => {
      const { routes, FRAME_ACTIONS = [] } = (await import(`#gateway/app/${place}/index.ts`)) as StaffPlace;
      const source = place === STAFF ? OF_ALL_PAGES.map((folder) => sourceOf(folder, { recursive: false })).join("\n") : sourceOf(place);
      const own = place === STAFF ? routes.slice(0, OWN_ROUTES) : routes;
      const actions = [...FRAME_ACTIONS, ...own.flatMap((route) => route.actions)];
      expect([...new Set(actions.map(nameOf))].sort()).toEqual(found(source, CALLED));
      const named = new Set(
        own.flatMap(({ texts }) => texts ?? []).map((texts) => `page.staff${texts[0]?.toUpperCase()}${texts.slice(1)}`),
      );
      expect(found(source, /"(page\.staff[A-Z]\w*)\./g)).toEqual([...named]);
    },
  );
});
