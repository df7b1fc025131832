import type { Lore } from "./requests.ts";

const MOST_OF_A_FIELD = 40;
const TELLING = /(Id|slug|key|username|kind|token|domain)$/;

/** What a run has learned: texts by the name of their field, mostly ids. */
export interface Learned {
  readonly lore: Lore;
  /** Takes what an answer of a path tells; a bare `id` is called after the last word of the path. */
  learn(data: unknown, path: string): void;
}

export function learnedLore(known: Readonly<Record<string, readonly string[]>>): Learned {
  const texts = new Map(Object.entries(known).map(([field, values]) => [field, new Set(values)]));
  const remember = (field: string, text: string) => {
    const found = texts.get(field) ?? new Set();
    if (found.size < MOST_OF_A_FIELD) texts.set(field, found.add(text));
  };
  const learn = (data: unknown, path: string) => {
    if (typeof data !== "object" || data === null) return;
    for (const [field, value] of Object.entries(data)) {
      if (typeof value === "object") learn(value, path);
      else if (field === "id" && typeof value === "string") remember(`${nounOf(path)}Id`, value);
      else if (TELLING.test(field) && typeof value === "string" && value.length < 100) remember(field, value);
    }
  };
  return {
    lore: (field) => [...(texts.get(field) ?? [])],
    learn,
  };
}

/** "/admin/help/categories" → "category" */
function nounOf(path: string): string {
  const words = path.split("/").filter((word) => word !== "" && !word.startsWith("{"));
  return (words.at(-1) ?? "").replace(/ies$/, "y").replace(/s$/, "");
}
