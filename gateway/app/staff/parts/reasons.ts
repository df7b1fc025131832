/** Reasons of one act that are offered again. */
const OFFERED = 5;

const last = new Map<string, readonly string[]>();
const drafts = new Map<string, string>();

/** The last reasons of an act in this tab, the newest first. They stay in memory only, because they speak of people. */
export const lastReasons = (act: string): readonly string[] => last.get(act) ?? [];

/** Keeps what was typed into a dialog that was closed without sending. @param of the decision */
export const keepDraft = (of: string, text: string): void => void drafts.set(of, text);

export const draftOf = (of: string): string => drafts.get(of) ?? "";

/** Keeps a reason that was sent. */
export function keepReason(act: string, reason: string): void {
  if (reason !== "") last.set(act, [reason, ...lastReasons(act).filter((each) => each !== reason)].slice(0, OFFERED));
}
