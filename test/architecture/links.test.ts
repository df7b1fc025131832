import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
const files = listed.split("\n").filter((path) => path !== "" && existsSync(path));
const rootFolders = new Set(files.flatMap((path) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : [])));
const pages = files.filter((path) => path.endsWith(".md"));

/** Written by commands, and ignored by git. */
const written = readFileSync(".gitignore", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("/"))
  .map((line) => line.slice(1).replace(/\/$/, ""));

/** Targets of the links of a page that lead to this repository. */
function linkTargets(text: string): string[] {
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, target = ""]) => target);
}

/** The anchors that code hosts give the headings of a page. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Links to a heading that its page does not have; a link without a path leads to its own page. */
function missingHeadings(text: string, folder: string): string[] {
  return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)#([^)\s]+)\)/g)].flatMap(([, target = "", anchor = ""]) => {
    const path = join(folder, target);
    if (target !== "" && !existsSync(path)) return [];
    return anchorsOf(target === "" ? text : readFileSync(path, "utf8")).has(anchor) ? [] : [`${target}#${anchor}`];
  });
}

/** Words in code spans and code blocks, without quotes. A path ends before the first part with a placeholder such as <service> or *. */
function codeWords(text: string): string[] {
  const spans = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].flatMap(([span]) => span.split(/[\s`]+/));
  return spans.map((word) => word.replace(/[^/]*[<*{…].*$/, "").replace(/^["'#(]+|["'),.:;]+$/g, ""));
}

/**
 * A path from the root must exist; the page of a workspace may also start at its own folder. The name of a source file or page must be the
 * end of a path. Other words say nothing about files.
 */
function isMissing(word: string, folder: string): boolean {
  const [first = "", ...rest] = word.split("/");
  if (folder !== "." && existsSync(join(folder, word))) return false;
  if (rest.length > 0 && rootFolders.has(first)) return !existsSync(word) && !written.includes(word.replace(/\/$/, ""));
  return /\w\.(ts|mjs|md)$/.test(word) && !files.some((path) => path === word || path.endsWith(`/${word}`));
}

function missingPaths(text: string, folder: string): string[] {
  const links = linkTargets(text).filter((target) => !existsSync(join(folder, target)));
  return [...links, ...codeWords(text).filter((word) => isMissing(word, folder))];
}

/** The example service of services/README.md has no files here; `ninth-service.test.ts` builds it. */
const EXAMPLE = /## How to add a ninth service[\s\S]*?(?=\n## |$)/;

describe("the documentation", () => {
  it.each(pages)("HSE-10 names only files, folders and headings that exist: %s", (page) => {
    const missing = missingHeadings(readFileSync(page, "utf8"), dirname(page));
    expect({ page, missing }).toEqual({ page, missing: [] });
    expect({ page, missing: missingPaths(readFileSync(page, "utf8").replace(EXAMPLE, ""), dirname(page)) }).toEqual({ page, missing: [] });
  });

  it("HSE-10 every page but the README is linked from another one", () => {
    const linked = pages.flatMap((page) => linkTargets(readFileSync(page, "utf8")).map((target) => join(dirname(page), target)));
    expect(pages.filter((page) => page !== "README.md" && !linked.includes(page))).toEqual([]);
  });

  it("HSE-10 recognizes links, headings, paths and file names that lead nowhere, and placeholders", () => {
    const good =
      "[a](README.md) [b](https://example.org/x.md) `node test/support/` `libs/<name>/x.ts` `*.service.ts` `/test/x` `gone/folder`";
    expect(missingPaths(good, "deploy/decisions")).toEqual([]);
    const anchors = "# A & b\n[a](#a--b) [b](#gone) [c](README.md#decisions) [d](README.md#gone)";
    expect(missingHeadings(anchors, "deploy/decisions")).toEqual(["#gone", "README.md#gone"]);
    const bad =
      '[a](gone.md) `node test/gone.ts --now` `services/<name>/gone.ts` `gone/<name>.ts`\n```ts\nimport "#libs/gone.ts";\n```\n`x-gone.md`';
    expect(missingPaths(bad, "deploy/decisions")).toEqual(["gone.md", "test/gone.ts", "libs/gone.ts", "x-gone.md"]);
  });
});
