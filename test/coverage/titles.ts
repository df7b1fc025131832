import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/** A test as it is written down. */
export interface TitledTest {
  readonly file: string;
  readonly title: string;
}

/** A node of the syntax tree, as far as this file looks at it. */
interface Node {
  readonly type?: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Test files of the tree, new ones included. */
export function testFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*.test.ts"], { encoding: "utf8" });
  return listed
    .split("\n")
    .filter((path) => path !== "" && existsSync(path))
    .sort();
}

/** Whether a callee is `it`, `test` or one of them with `.each(…)`; skipped tests prove nothing. */
function isTestCallee(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "Identifier") return callee.value === "it" || callee.value === "test";
  if (callee.type === "CallExpression") return isEach(callee.callee);
  return callee.type === "TaggedTemplateExpression" && isEach(callee.tag);
}

function isEach(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== "MemberExpression" || !isNode(callee.property)) return false;
  return callee.property.value === "each" && isTestCallee(callee.object);
}

/** The text of a title; what a template fills in is left out. */
function textOf(expression: unknown): string {
  if (!isNode(expression)) return "";
  if (expression.type === "StringLiteral") return String(expression.value);
  if (expression.type === "TemplateLiteral") {
    return (expression.quasis as readonly { cooked?: string; raw: string }[]).map(({ cooked, raw }) => cooked ?? raw).join("…");
  }
  return expression.type === "BinaryExpression" ? textOf(expression.left) + textOf(expression.right) : "";
}

function collect(value: unknown, found: string[]): void {
  if (Array.isArray(value)) {
    for (const inner of value) collect(inner, found);
  } else if (isNode(value)) {
    if (value.type === "CallExpression" && isTestCallee(value.callee)) {
      const [title] = value.arguments as readonly { expression: unknown }[];
      found.push(textOf(title?.expression));
    }
    for (const inner of Object.values(value)) collect(inner, found);
  }
}

/** Titles of the tests of one source text, in order. */
export function titlesIn(source: string): string[] {
  const found: string[] = [];
  collect(parseSync(source, { syntax: "typescript", target: "es2023" }), found);
  return found;
}

/** Every test of the tree. */
export function allTests(): TitledTest[] {
  return testFiles().flatMap((file) => titlesIn(readFileSync(file, "utf8")).map((title) => ({ file, title })));
}
