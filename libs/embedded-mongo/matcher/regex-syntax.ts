/** A pattern in the syntax of RE2. */
export interface TranslatedPattern {
  readonly source: string;
  /** Whether it can match at the end of the text by `$` or `\Z`, which in PCRE also match before a last line break. */
  readonly mayEndEarly: boolean;
  /** What every matching text begins with; empty if unknown. */
  readonly prefix: string;
}

/** Escapes of PCRE that RE2 does not know, or knows differently, outside and inside of a class. */
const ESCAPES: Readonly<Record<string, readonly [outside: string, inside: string]>> = {
  e: ["\\x1b", "\\x1b"],
  h: ["[\\t\\p{Zs}]", "\\t\\p{Zs}"],
  H: ["[^\\t\\p{Zs}]", "\\H"],
  R: ["(?:\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])", "\\R"],
  s: ["[\\t-\\r ]", "\\t-\\r "],
  S: ["[^\\t-\\r ]", "\\S"],
  Z: ["(?-m:$)", "\\Z"],
};

/** Reads a pattern in the syntax of PCRE from left to right. What neither syntax knows stays as it is, and RE2 refuses it. */
class PatternReader {
  readonly #pattern: string;
  readonly #extended: boolean;
  #at = 0;
  #mayEndEarly = false;
  #output = "";

  constructor(pattern: string, extended: boolean) {
    this.#pattern = pattern;
    this.#extended = extended;
  }

  translate(): Omit<TranslatedPattern, "prefix"> {
    while (this.#at < this.#pattern.length) this.#readItem();
    return { source: this.#output, mayEndEarly: this.#mayEndEarly };
  }

  /** Copies, or replaces, so many characters. */
  #take(length: number, replacement = this.#pattern.slice(this.#at, this.#at + length)): void {
    this.#output += replacement;
    this.#at += length;
  }

  #lengthUntil(end: string, from: number): number {
    const found = this.#pattern.indexOf(end, from);
    return (found < 0 ? this.#pattern.length : found + end.length) - this.#at;
  }

  #readItem(): void {
    const character = this.#pattern[this.#at] ?? "";
    if (character === "\\") this.#readEscape(0);
    else if (character === "[") this.#readClass();
    else if (this.#pattern.startsWith("(?#", this.#at)) this.#take(this.#lengthUntil(")", this.#at), "");
    else if (this.#extended && character === "#") this.#take(this.#lengthUntil("\n", this.#at), "");
    else if (this.#extended && /\s/.test(character)) this.#take(1, "");
    else {
      if (character === "$") this.#mayEndEarly = true;
      this.#take(1);
    }
  }

  /** @param place index in the replacements of an escape: 0 outside of a class, 1 inside */
  #readEscape(place: 0 | 1): void {
    const [escaped = ""] = this.#pattern.slice(this.#at + 1, this.#at + 3);
    if (escaped === "Q") {
      this.#take(this.#lengthUntil("\\E", this.#at + 2));
      return;
    }
    if (escaped === "Z") this.#mayEndEarly = true;
    // PCRE takes every escaped letter beyond ASCII literally
    const literal = escaped > "\x7f" ? escaped : undefined;
    this.#take(1 + escaped.length, literal ?? ESCAPES[escaped]?.[place]);
  }

  #readClass(): void {
    const [opening = "["] = /^\[\^?\]?/.exec(this.#pattern.slice(this.#at, this.#at + 3)) ?? [];
    this.#take(opening.length);
    for (let isOpen = true; isOpen && this.#at < this.#pattern.length; ) {
      const character = this.#pattern[this.#at];
      isOpen = character !== "]";
      if (character === "\\") this.#readEscape(1);
      else if (this.#pattern.startsWith("[:", this.#at)) this.#take(this.#lengthUntil(":]", this.#at));
      else this.#take(1);
    }
  }
}

const META = new Set("\\^$.|?*+()[]{}");
const MAY_BE_ABSENT = new Set("?*{");

/** The literal text after the `^` or `\A` at the start of a translated pattern. */
function prefixOf(source: string, flags: string): string {
  const anchor = source.startsWith("\\A") ? 2 : source.startsWith("^") && !flags.includes("m") ? 1 : 0;
  if (!anchor || flags.includes("i") || source.includes("|")) return "";
  const characters = [...source.slice(anchor)];
  const literal: string[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (MAY_BE_ABSENT.has(character)) literal.pop();
    const escaped = characters[at + 1] ?? "";
    if (character === "\\" && !/[\p{L}\d]/u.test(escaped) && escaped) literal.push(characters[++at] ?? "");
    else if (META.has(character)) break;
    else literal.push(character);
  }
  return literal.join("");
}

/** Translates a pattern of PCRE, the syntax of MongoDB, to RE2, as far as the two differ. @param flags among i, m, s and x */
export function translatePattern(pattern: string, flags: string): TranslatedPattern {
  const translated = new PatternReader(pattern, flags.includes("x")).translate();
  return { ...translated, prefix: prefixOf(translated.source, flags) };
}
