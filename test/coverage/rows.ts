/** Which stage of the product a row belongs to. */
export type Part = "FIRST" | "SECOND";

/** One requirement; a test proves it by carrying its id. */
export interface Row {
  readonly id: string;
  readonly part: Part;
}

interface Section {
  /** How many rows there are; they are numbered from 1. */
  readonly rows: number;
  /** Numbers that belong to the first part: all, none, or those listed. */
  readonly first: "all" | "none" | readonly number[];
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const SECTIONS: Readonly<Record<string, Section>> = {
  // ENV-12 is about cursor lists; the first of them comes with the second part.
  ENV: { rows: 26, first: [...span(1, 11), ...span(13, 26)] },
  AUT: { rows: 26, first: [...span(1, 14), ...span(21, 26)] },
  THR: { rows: 23, first: [1, 2, 9, 10, ...span(14, 23)] },
  KSW: { rows: 11, first: [1, 2, ...span(4, 11)] },
  CFG: { rows: 62, first: "none" },
  VAC: { rows: 31, first: span(1, 30) },
  UPG: { rows: 26, first: "all" },
  DEL: { rows: 17, first: "none" },
  GDP: { rows: 14, first: "none" },
  ANS: { rows: 43, first: "none" },
  ANP: { rows: 19, first: "none" },
  ANL: { rows: 12, first: "none" },
  BIO: { rows: 16, first: "none" },
  LEG: { rows: 10, first: "none" },
  NOT: { rows: 19, first: "all" },
  WHK: { rows: 28, first: "none" },
  MSG: { rows: 67, first: "all" },
  REP: { rows: 19, first: "all" },
  HLP: { rows: 13, first: "none" },
  DSC: { rows: 20, first: "none" },
  OPS: { rows: 14, first: [6, 7, ...span(9, 14)] },
  REG: { rows: 5, first: "all" },
  IDM: { rows: 6, first: "all" },
  BPG: { rows: 5, first: [1, 2] },
  PAY: { rows: 7, first: [1, 2, 3, 6, 7] },
  BLK: { rows: 1, first: "all" },
  RPT: { rows: 1, first: "none" },
  MOD: { rows: 3, first: "none" },
  NTF: { rows: 4, first: [1, 2, 3] },
  ANX: { rows: 4, first: "none" },
  I18: { rows: 2, first: "none" },
  ADM: { rows: 2, first: "none" },
  KYC: { rows: 1, first: "none" },
  LVL: { rows: 1, first: "none" },
};

function partOf({ first }: Section, number: number): Part {
  if (first === "all") return "FIRST";
  return first !== "none" && first.includes(number) ? "FIRST" : "SECOND";
}

/** Every requirement that has an id. */
export const ROWS: readonly Row[] = Object.entries(SECTIONS).flatMap(([prefix, section]) =>
  span(1, section.rows).map((number) => ({ id: `${prefix}-${String(number).padStart(2, "0")}`, part: partOf(section, number) })),
);

/** The parts of which every row has to have a test. */
export const OWNED_PARTS: readonly Part[] = ["FIRST"];

/** Rows that have to have a test by now. */
export function ownedRows(): readonly Row[] {
  return ROWS.filter(({ part }) => OWNED_PARTS.includes(part));
}
