import { object, text } from "../client/browser/shapes.ts";
import { begunMessages, findDraft, keepDraft } from "../client/drafts.ts";
import { ownPath } from "../client/navigation.ts";

const REGISTER = "/register";

interface Stored {
  /** A path of this site. */
  readonly next: string;
}

const STORED = object<Stored>({ next: text });

/** Where a reader goes on after an account was created here. */
export interface Wanted {
  /** A path of this site; empty: none. */
  readonly next: string;
  /** Receiver of the message that is written there; null: none is. */
  readonly to: string | null;
}

/** Stores the path to return to after registration, because the link of the confirmation mail does not contain it. */
export function keepWanted(next: string): void {
  keepDraft<Stored>(REGISTER, null, { next });
}

/** A message begun before registration comes first, then the page that asked for an account. */
export function wanted(): Wanted {
  const [begun] = begunMessages(null);
  if (begun) return { next: begun.page, to: begun.name };
  return { next: ownPath(findDraft(REGISTER, null, STORED)?.next ?? "", ""), to: null };
}
