import { getConfigKey, listScopedConfig } from "#libs/contracts/config/index.ts";
import { orNull } from "../../../client/or-null.ts";
import { staffApi } from "../../staff-session.ts";

const ask = (key: string) => staffApi.call(getConfigKey, { key });

/** A setting as staff see it. */
export type Entry = Awaited<ReturnType<typeof ask>>;

/** A setting by its key; null: there is none. */
export const findEntry = (key: string): Promise<Entry | null> => orNull(ask(key), 404);

/** The values of a setting for platforms, regions and tiers. */
export const scopedValuesOf = (key: string) => staffApi.call(listScopedConfig, { key });

export type ScopedValue = Awaited<ReturnType<typeof scopedValuesOf>>[number];

/** What is being typed: one text, or one for each language. */
export type Draft = string | Readonly<Record<string, string>>;

const isLines = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as a form holds it. Secret values are never filled in. */
export function draftOf({ sensitive }: Pick<Entry, "sensitive">, value: unknown): Draft {
  if (sensitive || value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join("\n");
  return isLines(value) ? value : String(value);
}

/** The value that a draft stands for. */
export function valueIn({ type, default: byDefault }: Pick<Entry, "type" | "default">, draft: Draft): unknown {
  if (typeof draft !== "string") return Object.fromEntries(Object.entries(draft).filter(([, line]) => line.trim() !== ""));
  switch (type) {
    case "number":
      return numberIn(draft);
    case "boolean":
      return draft === "true";
    case "stringList":
      return draft
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
    default:
      return draft === "" && byDefault === null ? null : draft;
  }
}

/** A number in a draft; NaN: it has none. */
export const numberIn = (draft: string): number => (draft.trim() === "" ? Number.NaN : Number(draft.trim().replace(",", ".")));

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
