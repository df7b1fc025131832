import type { HeldChangeKind } from "#libs/contracts/account/index.ts";
import { type DocumentOf, date, nullable, number, of, optional, text } from "#libs/kernel/fields.ts";

export const heldChangeFields = {
  /** Of user and kind: a newer change replaces an older one. */
  _id: text,
  userId: text,
  kind: of<HeldChangeKind>(),
  askedAt: date,
  /** When it takes effect at the earliest. */
  dueAt: date,
  /** When the job makes it; null while something else is missing. */
  finishAt: nullable(date),
  /** When it is dropped; null once it is sure to be made. */
  expiresAt: nullable(date),
  /** Of an address: the new one. */
  newEmail: optional(text),
  /** Of an address: hash of the token that confirms it; absent afterwards. */
  confirmHash: optional(text),
  /** Of an address: when it was confirmed. */
  confirmedAt: optional(date),
  /** Of an address: how often it was registered before it was confirmed. */
  registrations: optional(number),
};

/** A change of an account that waits, so that its owner can stop it. */
export interface HeldChange extends DocumentOf<typeof heldChangeFields> {}

export const heldChangeId = (userId: string, kind: HeldChangeKind): string => `${userId}:${kind}`;
