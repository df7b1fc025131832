import type { ProviderSlot } from "#libs/policies/provider-slots.ts";
import { ProviderFailure } from "./provider-failure.ts";

const MAX_REFERENCE_LENGTH = 200;
const MAX_URL_LENGTH = 2_000;
const PRINTABLE = /^[\x21-\x7e]+$/;

/** A provider's own id of something: 1 to 200 printable characters. Throws ProviderFailure BAD_ANSWER for anything else. */
export function checkReference(slot: ProviderSlot, answer: unknown): string {
  if (typeof answer !== "string" || answer.length > MAX_REFERENCE_LENGTH || !PRINTABLE.test(answer)) {
    throw new ProviderFailure(slot, "BAD_ANSWER", "REFERENCE");
  }
  return answer;
}

/** One of the outcomes that the port knows. Throws ProviderFailure BAD_ANSWER for anything else. */
export function checkOutcome<const O extends string>(slot: ProviderSlot, outcomes: readonly O[], answer: unknown): O {
  const outcome = outcomes.find((known) => known === answer);
  if (outcome === undefined) throw new ProviderFailure(slot, "BAD_ANSWER", "OUTCOME");
  return outcome;
}

/** The https URL of a page; null when there is none. Throws ProviderFailure BAD_ANSWER for anything else. */
export function checkPageUrl(slot: ProviderSlot, answer: unknown): string | null {
  if (answer === null) return null;
  if (typeof answer !== "string" || answer.length > MAX_URL_LENGTH || !URL.canParse(answer) || new URL(answer).protocol !== "https:") {
    throw new ProviderFailure(slot, "BAD_ANSWER", "URL");
  }
  return answer;
}

/** Where a browser goes next: the https URL of a page, or a path of this site. Throws ProviderFailure BAD_ANSWER for anything else. */
export function checkWhere(slot: ProviderSlot, answer: unknown): string {
  if (typeof answer === "string" && answer.length <= MAX_URL_LENGTH && /^\/[\w./-]+$/.test(answer) && !answer.startsWith("//"))
    return answer;
  const url = checkPageUrl(slot, answer);
  if (url === null) throw new ProviderFailure(slot, "BAD_ANSWER", "URL");
  return url;
}

/** An instant. Throws ProviderFailure BAD_ANSWER for anything else. */
export function checkDate(slot: ProviderSlot, answer: unknown): Date {
  if (!(answer instanceof Date) || Number.isNaN(answer.getTime())) throw new ProviderFailure(slot, "BAD_ANSWER", "DATE");
  return answer;
}
