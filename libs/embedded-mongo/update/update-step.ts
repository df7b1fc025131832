import type { Doc } from "../values/document.ts";

/** One operator applied to one path. */
export interface UpdateStep {
  readonly operator: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly argument: unknown;
}

export type Container = Doc | unknown[];

export const format = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? "undefined";
  } catch {
    return String(value);
  }
};
