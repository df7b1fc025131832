import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { missingNativeParts } from "./native-parts.ts";

const LOCKFILES = ["package-lock.json", "test/bench/peers/package-lock.json"];
const text = readFileSync("package-lock.json", "utf8");

/** The lockfile without some packages. */
function without(gone: RegExp): string {
  const lock = JSON.parse(text) as { readonly packages: Readonly<Record<string, unknown>> };
  return JSON.stringify({ packages: Object.fromEntries(Object.entries(lock.packages).filter(([path]) => !gone.test(path))) });
}

describe("the native parts of packages", () => {
  it.each(LOCKFILES)("HSE-17 native parts are locked for every platform in %s", (lockfile) => {
    expect(missingNativeParts(readFileSync(lockfile, "utf8"))).toEqual([]);
  });

  it.each([
    ["linux x64 glibc", /linux-x64(-gnu)?$/],
    ["linux x64 musl", /linux-x64(-musl)?$/],
    ["linux arm64 glibc", /linux-arm64(-gnu)?$/],
    ["linux arm64 musl", /linux-arm64(-musl)?$/],
    ["darwin arm64", /darwin-arm64$/],
    ["darwin x64", /darwin-x64$/],
    ["win32 x64", /win(32)?-x64(-msvc)?$/],
  ])("HSE-17 native parts fail the check where those for %s are not locked: it names package, part and platform", (platform, parts) => {
    const missing = missingNativeParts(without(parts));
    for (const owner of ["@biomejs/biome", "@swc/core", "esbuild", "oxc-parser", "package.json", "typescript"]) {
      expect(missing).toContainEqual(`${owner}: no part for ${platform}`);
    }
    expect(missing).toContainEqual(expect.stringMatching(/^package\.json: node-[a-z0-9-]+ is not locked$/));
  });

  it("HSE-17 native parts fail the check where a package lacks one of them that the list of platforms does not name", () => {
    expect(missingNativeParts(without(/cli-android-arm64$/))).toEqual(["@biomejs/biome: @biomejs/cli-android-arm64 is not locked"]);
  });
});
