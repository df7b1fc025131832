import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";

const GATEWAY = new URL("../../gateway/", import.meta.url);
const sourcesIn = (folder: string, name: RegExp) =>
  readdirSync(new URL(folder, GATEWAY))
    .filter((file) => name.test(file))
    .map((file) => readFileSync(new URL(`${folder}${file}`, GATEWAY), "utf8"));
/** Each is a page by itself, lies above one, or is its ground. */
const OF_WHOLE_PAGES = ["Composing", "Dialog", "Rosette", "Toast", "Waiting"];

const drawnIn = (source: string) => [...source.matchAll(/<([A-Z]\w+)/g)].map(([, name = ""]) => name);

it("VIS-11 /design shows each part, by itself or within another", () => {
  const parts = new Map(
    sourcesIn("ui/parts/", /\.tsx$/).flatMap((source) =>
      [...source.matchAll(/^export function ([A-Z]\w+)/gm)].map(([, name = ""]) => [name, source]),
    ),
  );
  expect(parts.size).toBeGreaterThan(25);
  const shown = new Set(sourcesIn("site/", /^design.*\.tsx$/).flatMap(drawnIn));
  for (const name of shown) for (const within of drawnIn(parts.get(name) ?? "")) shown.add(within);
  expect([...parts.keys()].filter((name) => !shown.has(name)).sort()).toEqual(OF_WHOLE_PAGES);
});
