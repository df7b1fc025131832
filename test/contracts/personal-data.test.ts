import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { backendNames, loadProcess } from "#deploy/launch/services.ts";
import { LEGAL_GROUNDS } from "#libs/contracts/personal-data.ts";
import type { PersonalData, PersonalDataParts } from "#libs/platform/personal-data/personal-data.ts";
import { createTestRuntime, type TestRuntime } from "../support/runtime.ts";

let runtime: TestRuntime;
/** The table of each database; null when it has none. */
const declared = new Map<string, PersonalData | null>();

beforeAll(async () => {
  runtime = createTestRuntime();
  for (const database of backendNames) {
    const services = await loadProcess(database);
    const parts = Object.values(services).map((factory) => (factory(runtime) as Partial<PersonalDataParts>).personalData);
    declared.set(database, parts.find((data) => data !== undefined) ?? null);
  }
});

afterAll(() => runtime.close());

const collectionsOf = (database: string) =>
  Object.values(runtime.database(database).connection.models).map((model) => model.collection.collectionName);

describe("tables of personal data", () => {
  it.each(backendNames)("GDP-08 every collection of %s is in its table, with its rows or as impersonal", (database) => {
    const data = declared.get(database);
    const listed = new Set([...(data?.rows.map(({ collection }) => collection) ?? []), ...Object.keys(data?.impersonal ?? {})]);
    const unlisted = collectionsOf(database).filter((collection) => !listed.has(collection));
    expect({ database, addTo: `services/${database}/personal-data.ts`, unlisted }).toMatchObject({ unlisted: [] });
  });

  it("GDP-13 retained rows have a legal ground, and impersonal collections have a reason", () => {
    for (const data of declared.values()) {
      for (const rows of data?.rows ?? []) if (rows.treatment === "RETAIN") expect(LEGAL_GROUNDS).toContain(rows.ground);
      for (const reason of Object.values(data?.impersonal ?? {})) expect(reason.length).toBeGreaterThan(5);
    }
  });

  it("no collection is both personal and impersonal", () => {
    for (const data of declared.values()) {
      const personal = new Set(data?.rows.map(({ collection }) => collection));
      expect(Object.keys(data?.impersonal ?? {}).filter((collection) => personal.has(collection))).toEqual([]);
    }
  });
});
