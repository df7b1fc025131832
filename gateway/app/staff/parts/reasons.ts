/** Reasons that are offered again. */
const OFFERED = 5;

let last: readonly string[] = [];
const drafts = new Map<string, string>();

/** The last reasons of this tab, the newest first. They stay in memory only, because they speak of people. */
export const lastReasons = (): readonly string[] => last;

/** Keeps what was typed into a dialog that was closed without sending. @param of the decision */
export const keepDraft = (of: string, text: string): void => void drafts.set(of, text);

export const draftOf = (of: string): string => drafts.get(of) ?? "";

/** Keeps a reason that was sent. */
export function keepReason(of: string, reason: string): void {
  drafts.delete(of);
  if (reason !== "") last = [reason, ...last.filter((each) => each !== reason)].slice(0, OFFERED);
}

/** Reasons are forgotten with the session. */
export function forgetReasons(): void {
  last = [];
  drafts.clear();
}
