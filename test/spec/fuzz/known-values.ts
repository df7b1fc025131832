import type { KnownValues } from "./requests.ts";

const MAX_VALUES_PER_FIELD = 40;
/** Fields whose values other requests may need. */
const COLLECTED_FIELDS = /(Id|slug|key|username|kind|token|domain)$/;

/** Collects values of responses by field name, mostly ids, for the requests that follow. */
export interface ValueCollector {
  readonly values: KnownValues;
  /** Collects from the data of a response; a field `id` is named after the last word of the path. */
  collect(data: unknown, path: string): void;
}

export function valueCollector(initial: Readonly<Record<string, readonly string[]>>): ValueCollector {
  const texts = new Map(Object.entries(initial).map(([field, values]) => [field, new Set(values)]));
  const add = (field: string, text: string) => {
    const collected = texts.get(field) ?? new Set();
    if (collected.size < MAX_VALUES_PER_FIELD) texts.set(field, collected.add(text));
  };
  const collect = (data: unknown, path: string) => {
    if (typeof data !== "object" || data === null) return;
    for (const [field, value] of Object.entries(data)) {
      if (typeof value === "object") collect(value, path);
      else if (field === "id" && typeof value === "string") add(`${nounOf(path)}Id`, value);
      else if (COLLECTED_FIELDS.test(field) && typeof value === "string" && value.length < 100) add(field, value);
    }
  };
  return {
    values: (field) => [...(texts.get(field) ?? [])],
    collect,
  };
}

/** "/admin/help/categories" → "category" */
function nounOf(path: string): string {
  const words = path.split("/").filter((word) => word !== "" && !word.startsWith("{"));
  return (words.at(-1) ?? "").replace(/ies$/, "y").replace(/s$/, "");
}
