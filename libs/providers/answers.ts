import type { ProviderSlot } from "./catalogue.ts";
import { ProviderFailure } from "./provider-failure.ts";

const MAX_REFERENCE = 200;
const PRINTABLE = /^[\x21-\x7e]+$/;

/** A provider's own name of something: 1 to 200 printable characters. Throws ProviderFailure BAD_ANSWER for anything else. */
export function referenceIn(slot: ProviderSlot, answer: unknown): string {
  if (typeof answer !== "string" || answer.length > MAX_REFERENCE || !PRINTABLE.test(answer)) {
    throw new ProviderFailure(slot, "BAD_ANSWER", "REFERENCE");
  }
  return answer;
}

/** One of the words that a port knows. Throws ProviderFailure BAD_ANSWER for anything else. */
export function wordIn<const W extends string>(slot: ProviderSlot, words: readonly W[], answer: unknown): W {
  const word = words.find((known) => known === answer);
  if (word === undefined) throw new ProviderFailure(slot, "BAD_ANSWER", "OUTCOME");
  return word;
}

/** A page to open, https; null when there is none. Throws ProviderFailure BAD_ANSWER for anything else. */
export function pageIn(slot: ProviderSlot, answer: unknown): string | null {
  if (answer === null) return null;
  if (typeof answer !== "string" || answer.length > 2_000 || !URL.canParse(answer) || new URL(answer).protocol !== "https:") {
    throw new ProviderFailure(slot, "BAD_ANSWER", "URL");
  }
  return answer;
}
