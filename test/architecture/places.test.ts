import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT } from "./tree-copy.ts";

const APP = join(ROOT, "gateway/app");
const PLACES = readdirSync(APP, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(APP, entry.name)).includes("index.ts"))
  .map(({ name }) => name);

/** The text of all files of a place but its index. */
const sourceOf = (place: string): string =>
  readdirSync(join(APP, place))
    .filter((file) => file !== "index.ts")
    .map((file) => readFileSync(join(APP, place, file), "utf8"))
    .join("\n");

const found = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].sort();

describe("the places of the application", () => {
  it("HSE-07 are the nine of the house", () => {
    expect(PLACES).toEqual(["account", "compose", "creator-page", "dashboard", "messages", "money", "sign-in", "staff", "support"]);
  });

  it.each(PLACES)("HSE-07 the index of %s names the groups of texts that it uses, and no other", async (place) => {
    const { texts } = (await import(`#gateway/app/${place}/index.ts`)) as { readonly texts: readonly string[] };
    expect(texts).toEqual(found(sourceOf(place), /"(page\.\w+)\./g));
  });
});
