/** Whether one symbol (a code point in lower case) belongs to a set. */
export type Symbols = (symbol: string) => boolean;

export type RegexNode =
  | { readonly kind: "symbol"; readonly matches: Symbols }
  | { readonly kind: "assert"; readonly what: "start" | "end" | "boundary" | "noBoundary" }
  | { readonly kind: "sequence"; readonly parts: readonly RegexNode[] }
  | { readonly kind: "choice"; readonly options: readonly RegexNode[] }
  | { readonly kind: "repeat"; readonly body: RegexNode; readonly min: number; readonly max: number | null };

/** A pattern that is malformed, or outside of the language that can be searched in linear time. */
export class UnsupportedPattern extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnsupportedPattern";
  }
}

const MAX_REPEAT = 100;
const MAX_DEPTH = 20;

const CLASSES: Readonly<Record<string, RegExp>> = {
  d: /\p{Nd}/u,
  D: /\P{Nd}/u,
  w: /[\p{L}\p{N}_]/u,
  W: /[^\p{L}\p{N}_]/u,
  s: /\s/u,
  S: /\S/u,
};
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** A reader over the symbols of a pattern. */
interface Reader {
  readonly peek: () => string | undefined;
  readonly take: () => string;
  readonly skip: (symbol: string) => boolean;
}

function readerOf(pattern: string): Reader {
  const symbols = Array.from(pattern);
  let at = 0;
  const take = () => {
    const symbol = symbols[at];
    if (symbol === undefined) throw new UnsupportedPattern("the pattern ends too early");
    at += 1;
    return symbol;
  };
  return {
    peek: () => symbols[at],
    take,
    skip: (symbol) => symbols[at] === symbol && take() === symbol,
  };
}

/** Reads a pattern: literals, ., classes, anchors, groups, alternatives, and * + ? {n,m}. Case makes no difference. */
export function parseRegex(pattern: string): RegexNode {
  const reader = readerOf(pattern);
  const node = parseChoice(reader, 0);
  if (reader.peek() !== undefined) throw new UnsupportedPattern("a closing parenthesis too many");
  return node;
}

function parseChoice(reader: Reader, depth: number): RegexNode {
  if (depth > MAX_DEPTH) throw new UnsupportedPattern("groups are nested too deep");
  const options = [parseSequence(reader, depth)];
  while (reader.skip("|")) options.push(parseSequence(reader, depth));
  const [only] = options;
  return only && options.length === 1 ? only : { kind: "choice", options };
}

function parseSequence(reader: Reader, depth: number): RegexNode {
  const parts: RegexNode[] = [];
  for (let next = reader.peek(); next !== undefined && next !== "|" && next !== ")"; next = reader.peek()) {
    parts.push(parseRepeat(parseAtom(reader, depth), reader));
  }
  return { kind: "sequence", parts };
}

function parseRepeat(body: RegexNode, reader: Reader): RegexNode {
  const bounds = parseBounds(reader);
  if (!bounds) return body;
  if (body.kind === "assert") throw new UnsupportedPattern("nothing to repeat");
  // Greedy or lazy makes no difference to whether there is a match.
  reader.skip("?");
  const next = reader.peek();
  if (next === "*" || next === "+" || next === "{") throw new UnsupportedPattern("nothing to repeat");
  return { kind: "repeat", body, ...bounds };
}

function parseBounds(reader: Reader): { min: number; max: number | null } | null {
  if (reader.skip("*")) return { min: 0, max: null };
  if (reader.skip("+")) return { min: 1, max: null };
  if (reader.skip("?")) return { min: 0, max: 1 };
  if (!reader.skip("{")) return null;
  let text = "";
  while (!reader.skip("}")) text += reader.take();
  const [, low = "", comma, high = ""] = /^(\d{1,3})(,)?(\d{0,3})$/.exec(text) ?? [];
  if (low === "") throw new UnsupportedPattern("a repetition has a wrong form");
  const min = Number(low);
  const openEnded = comma !== undefined && high === "";
  const max = comma === undefined ? min : Number(high);
  if (min > MAX_REPEAT || (!openEnded && (max > MAX_REPEAT || max < min))) throw new UnsupportedPattern("a repetition is out of bounds");
  return { min, max: openEnded ? null : max };
}

function parseAtom(reader: Reader, depth: number): RegexNode {
  const symbol = reader.take();
  switch (symbol) {
    case "(":
      return parseGroup(reader, depth);
    case "[":
      return { kind: "symbol", matches: parseClass(reader) };
    case ".":
      return { kind: "symbol", matches: (other) => other !== "\n" };
    case "^":
      return { kind: "assert", what: "start" };
    case "$":
      return { kind: "assert", what: "end" };
    case "\\":
      return parseEscape(reader);
    case "*":
    case "+":
    case "?":
    case "{":
      throw new UnsupportedPattern("nothing to repeat");
    default:
      return literal(symbol);
  }
}

function parseGroup(reader: Reader, depth: number): RegexNode {
  if (reader.skip("?") && !reader.skip(":")) throw new UnsupportedPattern("look-around and named groups are not supported");
  const node = parseChoice(reader, depth + 1);
  if (!reader.skip(")")) throw new UnsupportedPattern("a group is not closed");
  return node;
}

function parseEscape(reader: Reader): RegexNode {
  if (reader.skip("b")) return { kind: "assert", what: "boundary" };
  if (reader.skip("B")) return { kind: "assert", what: "noBoundary" };
  const member = escaped(reader.take());
  return typeof member === "string" ? literal(member) : { kind: "symbol", matches: member };
}

/** What stands behind a backslash: a symbol, or a set of them. */
function escaped(symbol: string): string | Symbols {
  const set = CLASSES[symbol];
  if (set) return (other) => set.test(other);
  const control = CONTROLS[symbol];
  if (control) return control;
  if (/[\p{L}\p{N}]/u.test(symbol)) throw new UnsupportedPattern(`\\${symbol} is not supported`);
  return symbol;
}

function literal(symbol: string): RegexNode {
  const lower = symbol.toLowerCase();
  return { kind: "symbol", matches: (other) => other === lower };
}

function parseClass(reader: Reader): Symbols {
  const negated = reader.skip("^");
  const members: Symbols[] = [];
  let isFirst = true;
  while (isFirst || reader.peek() !== "]") {
    members.push(parseMember(reader));
    isFirst = false;
  }
  reader.take();
  const holds: Symbols = (symbol) => members.some((matches) => matches(symbol) || matches(symbol.toUpperCase()));
  return negated ? (symbol) => !holds(symbol) : holds;
}

function parseMember(reader: Reader): Symbols {
  const from = takeMember(reader);
  if (typeof from !== "string") return from;
  if (reader.peek() !== "-") return (symbol) => symbol === from;
  reader.take();
  if (reader.peek() === "]") return (symbol) => symbol === from || symbol === "-";
  const to = takeMember(reader);
  if (typeof to !== "string" || to < from) throw new UnsupportedPattern("a range in brackets has a wrong form");
  return (symbol) => symbol >= from && symbol <= to && Array.from(symbol).length === 1;
}

function takeMember(reader: Reader): string | Symbols {
  const symbol = reader.take();
  return symbol === "\\" ? escaped(reader.take()) : symbol;
}
