import type { GDPR_STATUSES, GDPR_TYPES } from "#libs/contracts/account/gdpr.ts";
import type { erasureCounts, LegalGround } from "#libs/contracts/personal-data.ts";
import { type DocumentOf, date, json, list, nullable, number, object, of, optional, text } from "#libs/kernel/fields.ts";

export type GdprType = (typeof GDPR_TYPES)[number];
export type GdprStatus = (typeof GDPR_STATUSES)[number];

/** How many rows one service has erased, anonymized and retained, by collection. */
export type ServiceReceipt = {
  readonly [K in keyof typeof erasureCounts]: Readonly<
    Record<string, K extends "retained" ? { readonly count: number; readonly ground: LegalGround } : number>
  >;
};

/** The ids under which other services store a user's creator data. They are read before the erasure, which removes them. */
const creatorIdsFields = {
  creatorId: nullable(text),
  bioPageIds: list(text),
};

export const gdprRequestFields = {
  _id: text,
  userId: text,
  type: of<GdprType>(),
  status: of<GdprStatus>(),
  createdAt: date,
  /** When it is due: for a deletion the end of the grace period. */
  scheduledAt: date,
  endedAt: nullable(date),
  /** Id of the lease of the worker that processes the request. */
  lease: nullable(text),
  /** From then on another worker may claim the request. */
  leaseUntil: date,
  attempts: number,
  /** Null until the purge has begun. */
  creator: nullable(object(creatorIdsFields)),
  /** Of a deletion: when the money of the user was closed, and the last mail was sent. */
  moneyClosedAt: optional(date),
  /** Of a deletion: the receipts of the services that are done, by service. */
  receipt: json<Readonly<Record<string, ServiceReceipt>>>(),
  /** Of a completed deletion: when late data is erased again; null when that is done. */
  sweepAt: nullable(date),
  /** Of a completed export: how many documents it consists of. */
  parts: number,
  /** Of a completed export: until when it can be downloaded. */
  expiresAt: nullable(date),
};

/** A user's request to have their data deleted or exported (spec 2.5). It outlives its user, whom it names by id only. */
export interface GdprRequest extends DocumentOf<typeof gdprRequestFields> {}
