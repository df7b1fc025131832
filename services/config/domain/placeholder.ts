/** Words that betray a value nobody has thought about yet (spec 4.1). */
const PLACEHOLDER_WORDS = ["test", "placeholder", "example", "lorem", "todo", "asdf", "xxx", "jjj"] as const;

/** The first placeholder word inside a value, in any case; null when there is none. */
export function placeholderIn(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.toLowerCase();
  return PLACEHOLDER_WORDS.find((word) => text.includes(word)) ?? null;
}
