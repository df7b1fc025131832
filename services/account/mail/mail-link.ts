import { SKEW_MS } from "#libs/contract-kit/caller.ts";
import { EMAIL_CHANGE_DAYS } from "#libs/contracts/account/index.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { addressHash } from "#libs/platform/personal-data/address-hash.ts";
import type { Foundation } from "#libs/platform/service/foundation.ts";
import { newMailToken } from "../crypto/opaque-token.ts";
import type { MailTokenDoc, MailTokenKind } from "../data/mail-token.store.ts";

/** A link for a mail: its token goes into the mail, its row, which has a hash of the token, into the store. */
export interface MailLink {
  readonly token: string;
  readonly row: MailTokenDoc;
}

/** The links whose token stands for the user alone. */
type LinkKind = Exclude<MailTokenKind, "UNDO_FACTOR">;

const LIFETIMES: Readonly<Record<LinkKind, (config: Pick<ConfigReader, "read">) => number>> = {
  VERIFY_EMAIL: (config) => config.read("auth.verify_token_hours") * HOUR,
  RESET_PASSWORD: (config) => config.read("auth.reset_token_minutes") * MINUTE,
  UNDO_EMAIL_CHANGE: () => EMAIL_CHANGE_DAYS * DAY,
  // From the time of the reset on: until it is made, the link stops it.
  KEEP_FACTORS: () => DAY,
};

interface LinkDeps extends Pick<Foundation<never>, "clock" | "config"> {
  /** Key of the hashes that stand for addresses. */
  readonly pseudonymKey: string;
}

/** One that is good for some minutes from now. */
interface TimedLink extends MailLink {
  readonly minutes: number;
}

/**
 * @param userId null for an address without an account
 * @param email where the mail goes
 * @param atLeast how long it is good in any case: until a reset of factors is made, or another link may be mailed, so that strangers who ask for
 * mails leave the owner one
 */
export function newMailLink(deps: LinkDeps, kind: LinkKind, userId: string | null, email: string, atLeast?: Date | null): TimedLink {
  const { clock, config, pseudonymKey } = deps;
  const { token, hash } = newMailToken();
  const now = clock.now().getTime();
  const end = Math.max(now + LIFETIMES[kind](config), atLeast?.getTime() ?? 0);
  const row = { _id: hash, kind, userId, addressHash: addressHash(pseudonymKey, email), expiresAt: new Date(end) };
  return { token, row, minutes: Math.floor((end - now) / MINUTE) };
}

/** How long the owner of a mailbox can remove a second factor that was added. */
export const UNDO_DAYS = 7;
const UNDO_MS = UNDO_DAYS * DAY;

/** The link that removes a second factor, and all that were added since. */
export function newUndoLink({ userId, createdAt }: { readonly userId: string; readonly createdAt: Date }): MailLink {
  const { token, hash } = newMailToken();
  return { token, row: { _id: hash, kind: "UNDO_FACTOR", userId, expiresAt: new Date(createdAt.getTime() + UNDO_MS) } };
}

/** What a person has added since, who was signed in, is doubted when the owner of the mailbox takes the account back at this instant. */
export const doubtedSince = (at: Date): Date => new Date(at.getTime() - UNDO_MS);

/** When the factor was added that a link removes, by the slowest clock: a process that is behind may have added the next one. */
export const undoneSince = ({ expiresAt }: Pick<MailTokenDoc, "expiresAt">): Date => new Date(expiresAt.getTime() - UNDO_MS - SKEW_MS);
