import { parseRegex, type RegexNode, type Symbols, UnsupportedPattern } from "./regex-syntax.ts";

export { UnsupportedPattern };

/** A regular expression whose search takes time in proportion to text × pattern, whatever the pattern. */
export interface LinearRegex {
  /** Whether the text, already in lower case, holds a match. */
  test(text: string): boolean;
}

type Assertion = "start" | "end" | "boundary" | "noBoundary";

type Step =
  | { readonly kind: "symbol"; readonly matches: Symbols; readonly next: number }
  | { readonly kind: "split"; readonly next: readonly number[] }
  | { readonly kind: "assert"; readonly what: Assertion; readonly next: number }
  | { readonly kind: "match" };

const MAX_STEPS = 1_000;
const WORD_SYMBOL = /[\p{L}\p{N}_]/u;

/** Compiles a pattern once. Throws UnsupportedPattern for back references, look-around, and patterns that grow too large. */
export function compileRegex(pattern: string): LinearRegex {
  const steps: Step[] = [{ kind: "match" }];
  const start = compile(parseRegex(pattern), 0, steps);
  return { test: (text) => search(steps, start, text) };
}

function add(steps: Step[], step: Step): number {
  if (steps.length >= MAX_STEPS) throw new UnsupportedPattern("the pattern is too large");
  return steps.push(step) - 1;
}

/** Also nothing costs a step, so that repetitions of nothing meet the bound. */
function nothing(next: number, steps: Step[]): number {
  return add(steps, { kind: "split", next: [next] });
}

/** Adds the steps of a node that go on to `next`; returns where they begin. */
function compile(node: RegexNode, next: number, steps: Step[]): number {
  switch (node.kind) {
    case "symbol":
      return add(steps, { kind: "symbol", matches: node.matches, next });
    case "assert":
      return add(steps, { kind: "assert", what: node.what, next });
    case "sequence":
      if (node.parts.length === 0) return nothing(next, steps);
      return node.parts.reduceRight((after, part) => compile(part, after, steps), next);
    case "choice":
      return add(steps, { kind: "split", next: node.options.map((option) => compile(option, next, steps)) });
    case "repeat":
      return compileRepeat(node, next, steps);
  }
}

function compileRepeat({ body, min, max }: Extract<RegexNode, { kind: "repeat" }>, next: number, steps: Step[]): number {
  if (max === 0) return nothing(next, steps);
  let after = next;
  if (max === null) {
    const loop = add(steps, { kind: "split", next: [] });
    steps[loop] = { kind: "split", next: [compile(body, loop, steps), next] };
    after = loop;
  } else {
    for (let optional = max - min; optional > 0; optional -= 1) {
      after = add(steps, { kind: "split", next: [compile(body, after, steps), next] });
    }
  }
  for (let needed = min; needed > 0; needed -= 1) after = compile(body, after, steps);
  return after;
}

/** Follows all paths at once: each step is entered at most once per symbol. */
function search(steps: readonly Step[], start: number, text: string): boolean {
  const symbols = Array.from(text);
  const enteredAt = new Int32Array(steps.length).fill(-1);
  let current: number[] = [];
  for (let at = 0; at <= symbols.length; at += 1) {
    const waiting: number[] = [];
    const open = [...current, start];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (enteredAt[index] === at) continue;
      enteredAt[index] = at;
      const step = steps[index];
      if (!step || step.kind === "match") return true;
      if (step.kind === "symbol") waiting.push(index);
      else if (step.kind === "split") open.push(...step.next);
      else if (holds(step.what, symbols, at)) open.push(step.next);
    }
    const symbol = symbols[at];
    if (symbol === undefined) return false;
    current = waiting.flatMap((index) => {
      const step = steps[index];
      return step?.kind === "symbol" && step.matches(symbol) ? [step.next] : [];
    });
  }
  return false;
}

function holds(what: Assertion, symbols: readonly string[], at: number): boolean {
  if (what === "start") return at === 0;
  if (what === "end") return at === symbols.length;
  const isBoundary = WORD_SYMBOL.test(symbols[at - 1] ?? " ") !== WORD_SYMBOL.test(symbols[at] ?? " ");
  return (what === "boundary") === isBoundary;
}
