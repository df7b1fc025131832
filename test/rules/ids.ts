import { OTHER_IDS } from "./other-ids.ts";
import { RULES } from "./rules.ts";
import type { TitledTest } from "./titles.ts";

/** Names of standards that look like ids. */
const STANDARD = /^(UTF-|ES|RS|HS|SHA-|ISO-?)\d+$/;

const TOKEN = /(?<![\w.%-])(?:[A-Z][A-Z0-9]{0,4}-?\d+|[A-Z]\.\d+)(?![\w-]|\.\.|…\d)/g;
/** A number with dots is an id only at the head of a title. Elsewhere it is a version, a time or a section ("spec 2.8"). */
const HEAD = /^(?:(?:[A-Z][A-Z0-9]{0,4}-?\d+|[A-Z]\.\d+|\d+(?:\.\d+)+) )+/;

const explained: ReadonlySet<string> = new Set([...RULES.map(({ id }) => id), ...OTHER_IDS.flatMap(({ ids }) => Object.keys(ids))]);

/** The ids of a title, without the ids in ranges: a range names only its first id, and even that does not count. */
export function idsIn(title: string): readonly string[] {
  const numbers = [...(HEAD.exec(title)?.[0] ?? "").matchAll(/(?<![\w.-])\d+(?:\.\d+)+/g)];
  return [...title.matchAll(TOKEN), ...numbers].map(([id]) => id).filter((id) => !STANDARD.test(id));
}

/** The ids of a title that neither the rules nor the other tables explain. */
export function unexplainedIn(title: string): readonly string[] {
  return idsIn(title).filter((id) => !explained.has(id));
}

/** Which tests carry each id in their title. */
export function testsById(tests: readonly TitledTest[]): ReadonlyMap<string, readonly TitledTest[]> {
  const byId = new Map<string, TitledTest[]>();
  for (const test of tests) {
    for (const id of new Set(idsIn(test.title))) byId.set(id, [...(byId.get(id) ?? []), test]);
  }
  return byId;
}
