import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { processes } from "#deploy/launch/services.ts";
import { LEGAL_GROUNDS } from "#libs/contracts/personal-data.ts";
import type { PersonalData, PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { createTestRuntime, type TestRuntime } from "#test/support/runtime.ts";

const { gateway: _gateway, ...backends } = processes;

let runtime: TestRuntime;
/** Database → what its services say of its collections; null: they say nothing. */
const declared = new Map<string, PersonalData | null>();

beforeAll(() => {
  runtime = createTestRuntime();
  for (const [database, services] of Object.entries(backends)) {
    const parts = Object.values(services).map((factory) => (factory(runtime) as Partial<PersonalDataParts>).personalData);
    declared.set(database, parts.find((data) => data !== undefined) ?? null);
  }
});

afterAll(() => runtime.close());

const collectionsOf = (database: string) =>
  Object.values(runtime.database(database).models).map((model) => model.collection.collectionName);

describe("what services know about people", () => {
  it.each(Object.keys(backends))(
    "GDP-08 every collection of %s is in its table of personal data, or known to tell nothing of anybody",
    (database) => {
      const data = declared.get(database);
      const listed = new Set([...(data?.rows.map(({ collection }) => collection) ?? []), ...Object.keys(data?.impersonal ?? {})]);
      const unlisted = collectionsOf(database).filter((collection) => !listed.has(collection));
      expect({ database, addTo: `services/${database}/personal-data.ts`, unlisted }).toMatchObject({ unlisted: [] });
    },
  );

  it("GDP-13 what is kept has a ground in law, and what is impersonal has a reason", () => {
    for (const data of declared.values()) {
      for (const rows of data?.rows ?? []) if (rows.treatment === "RETAIN") expect(LEGAL_GROUNDS).toContain(rows.ground);
      for (const why of Object.values(data?.impersonal ?? {})) expect(why.length).toBeGreaterThan(5);
    }
  });

  it("no collection is called impersonal and erased as well", () => {
    for (const data of declared.values()) {
      const personal = new Set(data?.rows.map(({ collection }) => collection));
      expect(Object.keys(data?.impersonal ?? {}).filter((collection) => personal.has(collection))).toEqual([]);
    }
  });
});
