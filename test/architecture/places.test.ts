import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT } from "./tree-copy.ts";

/** The entry of a place in its index. */
interface Place {
  /** Groups of texts. */
  readonly texts: readonly string[];
  /** Contracts. */
  readonly calls: readonly string[];
}

const APP = join(ROOT, "gateway/app");
const PLACES = readdirSync(APP, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(APP, entry.name)).includes("index.ts"))
  .map(({ name }) => name);

/** The text of all files of a place but its index. */
const sourceOf = (place: string): string =>
  readdirSync(join(APP, place), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && file !== "index.ts")
    .map((file) => readFileSync(join(APP, place, file), "utf8"))
    .join("\n");

const found = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].sort();

describe("the places of the application", () => {
  it("HSE-07 the places of the application are those of the house", () => {
    expect(PLACES).toEqual(["account", "compose", "creator-page", "dashboard", "home", "messages", "money", "sign-in", "staff", "support"]);
  });

  it.each(PLACES)("HSE-07 the index of %s names the texts and calls of its files, and no others", async (place) => {
    const { texts, calls } = (await import(`#gateway/app/${place}/index.ts`)) as Place;
    expect(texts).toEqual(found(sourceOf(place), /"(page\.\w+)\./g));
    expect(calls).toEqual(found(sourceOf(place), /\.(?:call|text)\((\w+)/g));
  });
});
