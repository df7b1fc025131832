import type { GDPR_STATUSES, GDPR_TYPES } from "#libs/contracts/account/gdpr.ts";
import type { erasureCounts, LegalGround } from "#libs/contracts/personal-data.ts";

export type GdprType = (typeof GDPR_TYPES)[number];
export type GdprStatus = (typeof GDPR_STATUSES)[number];

/** How many rows one service has erased, anonymized and retained, by collection. */
export type ServiceReceipt = {
  readonly [K in keyof typeof erasureCounts]: Readonly<
    Record<string, K extends "retained" ? { readonly count: number; readonly ground: LegalGround } : number>
  >;
};

/** The ids under which other services store a user's creator data. They are read before anything is erased. */
export interface CreatorIds {
  readonly creatorId: string | null;
  readonly bioPageIds: readonly string[];
}

/** A user's request to have their data deleted or exported (spec 2.5). It outlives its user, whom it names by id only. */
export interface GdprRequest {
  readonly _id: string;
  readonly userId: string;
  readonly type: GdprType;
  readonly status: GdprStatus;
  readonly createdAt: Date;
  /** When it is due: for a deletion the end of the grace period. */
  readonly scheduledAt: Date;
  readonly endedAt: Date | null;
  /** Id of the lease of the worker that processes the request. */
  readonly lease: string | null;
  /** From then on another worker may claim the request. */
  readonly leaseUntil: Date;
  readonly attempts: number;
  /** Null until the purge has begun. */
  readonly creator: CreatorIds | null;
  /** Of a deletion: the receipts of the services that are done, by service. */
  readonly receipt: Readonly<Record<string, ServiceReceipt>>;
  /** Of a completed deletion: when it erases data that arrived late; null when that is done. */
  readonly sweepAt: Date | null;
  /** Of a completed export: how many documents it consists of. */
  readonly parts: number;
  /** Of a completed export: until when it can be downloaded. */
  readonly expiresAt: Date | null;
}
