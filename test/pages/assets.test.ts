import { execFileSync } from "node:child_process";
import { expect, it } from "@jest/globals";
import { bundleAssets, bundleFiles } from "#gateway/site/assets/bundle-assets.ts";
import { eventually } from "../support/eventually.ts";

/** The names of the processes that this one has started and that run. */
function children(): string[] {
  const all = execFileSync("ps", ["-A", "-o", "ppid=,stat=,comm="]).toString().trim().split("\n");
  return all.flatMap((line) => {
    const [parent, state, ...name] = line.trim().split(/\s+/);
    const hasEnded = state?.startsWith("Z");
    return Number(parent) === process.pid && !hasEnded ? [name.join(" ")] : [];
  });
}

it("SPD-11 no process of the bundler stays behind, and bundlings at the same time do not end each other", async () => {
  const [first, second] = await Promise.all([bundleAssets(false), bundleAssets(false)]);
  expect(first.scripts).toEqual(second.scripts);
  await eventually(() => expect(children()).not.toContainEqual(expect.stringContaining("esbuild")));
  expect((await bundleAssets(false)).styles).toEqual(first.styles);
});

it("VIS-02 a page of each shell loads at most 24 scripts, with those that its shell always loads", async () => {
  const { files, scripts } = await bundleFiles(true);
  const texts = new Map(files.map(({ file, body }) => [file, body.toString()]));
  const named = (file: string, pattern: RegExp) => [...(texts.get(file) ?? "").matchAll(pattern)].map(([, part = ""]) => part);
  const loadedWith = (begin: Iterable<string>): ReadonlySet<string> => {
    const all = new Set(begin);
    for (const file of all) for (const part of named(file, /(?:from|import)"\.\/([\w-]+\.js)"/g)) all.add(part);
    return all;
  };
  for (const shell of Object.values(scripts)) {
    const always = loadedWith([shell]);
    const pages = new Set([...always].flatMap((file) => named(file, /import\([`"]\.\/([\w-]+\.js)[`"]\)/g)));
    expect(pages.size).toBeGreaterThan(4);
    const most = Math.max(...[...pages].map((page) => loadedWith([...always, page]).size));
    expect([shell, most <= 24 ? "few" : most]).toEqual([shell, "few"]);
  }
});
