import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/** A test in the source. */
export interface TitledTest {
  readonly file: string;
  readonly title: string;
}

/** A node of the syntax tree, with the fields that this file reads. */
interface Node {
  readonly type?: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Test files of the tree, new ones included. */
function testFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*.test.ts"], { encoding: "utf8" });
  return listed
    .split("\n")
    .filter((path) => path !== "" && existsSync(path))
    .sort();
}

type Kind = "test" | "group";
const CALLEES: Readonly<Record<Kind, readonly unknown[]>> = { test: ["it", "test"], group: ["describe"] };

/** Whether a callee is one of the kind (`it`, `test`; `describe`), also with `.each(…)`; skipped tests prove nothing. */
function isCalleeOf(kind: Kind, callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "Identifier") return CALLEES[kind].includes(callee.value);
  if (callee.type === "CallExpression") return isEachOf(kind, callee.callee);
  return callee.type === "TaggedTemplateExpression" && isEachOf(kind, callee.tag);
}

function isEachOf(kind: Kind, callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== "MemberExpression" || !isNode(callee.property)) return false;
  return callee.property.value === "each" && isCalleeOf(kind, callee.object);
}

/** The text of a title, without the filled-in parts of a template. */
function textOf(expression: unknown): string {
  if (!isNode(expression)) return "";
  if (expression.type === "StringLiteral") return String(expression.value);
  if (expression.type === "TemplateLiteral") {
    return (expression.quasis as readonly { cooked?: string; raw: string }[]).map(({ cooked, raw }) => cooked ?? raw).join("…");
  }
  return expression.type === "BinaryExpression" ? textOf(expression.left) + textOf(expression.right) : "";
}

function collect(kind: Kind, value: unknown, found: string[]): void {
  if (Array.isArray(value)) {
    for (const inner of value) collect(kind, inner, found);
  } else if (isNode(value)) {
    if (value.type === "CallExpression" && isCalleeOf(kind, value.callee)) {
      const [title] = value.arguments as readonly { expression: unknown }[];
      found.push(textOf(title?.expression));
    }
    for (const inner of Object.values(value)) collect(kind, inner, found);
  }
}

/** Titles of the tests of one source text, or of its groups of tests, in order. */
export function titlesIn(source: string, kind: Kind = "test"): string[] {
  const found: string[] = [];
  collect(kind, parseSync(source, { syntax: "typescript", target: "es2023" }), found);
  return found;
}

function titled(kind: Kind, word = ""): TitledTest[] {
  return testFiles().flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return text.includes(word) ? titlesIn(text, kind).map((title) => ({ file, title })) : [];
  });
}

/** Every test of the tree. */
export const allTests = (): TitledTest[] => titled("test");

/** The tests of the files that contain an id. Parsing these few files takes a hundredth of the time for all. */
export const testsNaming = (id: string): TitledTest[] => titled("test", id);

/** Every group of tests of the tree. */
export const allGroups = (): TitledTest[] => titled("group");
