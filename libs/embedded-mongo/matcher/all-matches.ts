import type { RE2JS } from "re2js";

/** A match: where it begins and ends and its groups, in UTF-16 units; -1 for a group that took no part. */
interface Found {
  readonly start: number;
  readonly end: number;
  /** Of group n the begin at 2n and the end at 2n + 1. */
  readonly groups: readonly number[];
}

/** An instruction of the program that re2js compiles a pattern to. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
}

interface Program {
  readonly inst: readonly Instruction[];
  readonly start: number;
  readonly numCap: number;
}

/** The kinds of instructions. */
const OP = { alt: 1, altMatch: 2, capture: 3, emptyWidth: 4, match: 6, nop: 7, rune: 8, rune1: 9, any: 10, anyButBreak: 11 } as const;
/** The bits of the conditions of an instruction of no width. */
const CONTEXT = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, boundary: 16, noBoundary: 32 } as const;
const LINE_BREAK = 10;
/** Words of memory for the places that were tried; 64 MB. */
const MAX_WORDS = 16 * 1024 * 1024;

const programOf = (regex: RE2JS): Program => (regex as unknown as { re2(): { prog: Program } }).re2().prog;

const isWord = (rune: number): boolean =>
  (rune >= 48 && rune <= 57) || (rune >= 65 && rune <= 90) || rune === 95 || (rune >= 97 && rune <= 122);

/** Whether an instruction that takes a character takes this one; an instruction that always fails takes none. */
function takes(instruction: Instruction, rune: number): boolean {
  switch (instruction.op) {
    case OP.rune:
      return instruction.matchRune(rune);
    case OP.rune1:
      return rune === instruction.runes[0];
    case OP.any:
      return true;
    case OP.anyButBreak:
      return rune !== LINE_BREAK;
  }
  return false;
}

/**
 * Finds match after match of one text, all of them together in time proportional to text × program: it backtracks, and a place of the text
 * from which an instruction once led to no match is not tried again, by a later search either. A search by re2js begins anew each time, so
 * that a pattern like `a|b.*c` reads the rest of the text for each match.
 */
export class MatchFinder {
  readonly #program: Program;
  readonly #text: string;
  /** For each place from `#base` on a row of bits: the instructions that were tried there. */
  readonly #tried: Uint32Array;
  readonly #rowWords: number;
  readonly #base: number;
  #groups: number[] = [];

  /** Null if the memory that it takes is too much. */
  static create(regex: RE2JS, text: string, from: number): MatchFinder | null {
    const program = programOf(regex);
    const rowWords = Math.ceil(program.inst.length / 32);
    return rowWords * (text.length - from + 1) > MAX_WORDS ? null : new MatchFinder(program, text, from, rowWords);
  }

  private constructor(program: Program, text: string, base: number, rowWords: number) {
    this.#program = program;
    this.#text = text;
    this.#base = base;
    this.#rowWords = rowWords;
    this.#tried = new Uint32Array(rowWords * (text.length - base + 1));
  }

  /** The first match that begins at an offset or behind it. Offsets do not go back. */
  next(from: number): Found | null {
    for (let start = from; start <= this.#text.length; start += (this.#text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) {
      this.#groups = Array<number>(this.#program.numCap).fill(-1);
      const end = this.#search(start);
      if (end < 0) continue;
      // What was tried at the end of a match may have failed only because the match went on from there.
      const row = (end - this.#base) * this.#rowWords;
      this.#tried.fill(0, row, row + this.#rowWords);
      return { start, end, groups: this.#groups };
    }
    return null;
  }

  /** The end of the match that begins here; -1 if there is none. */
  #search(start: number): number {
    const { inst, start: first } = this.#program;
    const groups = this.#groups;
    // pairs of an instruction and a place; a negative instruction gives a group its former value back
    const stack = [first, start];
    while (stack.length) {
      let place = stack.pop() as number;
      let at = stack.pop() as number;
      if (at < 0) {
        groups[-1 - at] = place;
        continue;
      }
      for (;;) {
        if (this.#wasTried(at, place)) break;
        const instruction = inst[at] as Instruction;
        if (instruction.op === OP.match) return place;
        if (instruction.op === OP.alt || instruction.op === OP.altMatch) stack.push(instruction.arg, place);
        else if (instruction.op === OP.capture) {
          stack.push(-1 - instruction.arg, groups[instruction.arg] ?? -1);
          groups[instruction.arg] = place;
        } else if (instruction.op === OP.emptyWidth) {
          if ((instruction.arg & ~this.#contextOf(place)) !== 0) break;
        } else if (instruction.op !== OP.nop) {
          const rune = this.#text.codePointAt(place);
          if (rune === undefined || !takes(instruction, rune)) break;
          place += rune > 0xffff ? 2 : 1;
        }
        at = instruction.out;
      }
    }
    return -1;
  }

  /** Whether an instruction was tried at a place before; from now on it was. */
  #wasTried(at: number, place: number): boolean {
    const word = (place - this.#base) * this.#rowWords + (at >>> 5);
    const bit = 1 << (at & 31);
    const before = this.#tried[word] ?? 0;
    this.#tried[word] = before | bit;
    return (before & bit) !== 0;
  }

  /** What is true of a place between two characters. */
  #contextOf(place: number): number {
    const before = place > 0 ? this.#text.charCodeAt(place - 1) : -1;
    const after = place < this.#text.length ? this.#text.charCodeAt(place) : -1;
    let context = isWord(before) === isWord(after) ? CONTEXT.noBoundary : CONTEXT.boundary;
    if (before < 0) context |= CONTEXT.beginText | CONTEXT.beginLine;
    if (before === LINE_BREAK) context |= CONTEXT.beginLine;
    if (after < 0) context |= CONTEXT.endText | CONTEXT.endLine;
    if (after === LINE_BREAK) context |= CONTEXT.endLine;
    return context;
  }
}
