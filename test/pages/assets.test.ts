import { execFileSync } from "node:child_process";
import { expect, it } from "@jest/globals";
import { bundleAssets } from "#gateway/site/assets/bundle-assets.ts";
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
