import type { GDPR_STATUSES, GDPR_TYPES } from "#libs/contracts/account-gdpr.ts";
import type { erasureCounts, LegalGround } from "#libs/contracts/personal-data.ts";

export type GdprType = (typeof GDPR_TYPES)[number];
export type GdprStatus = (typeof GDPR_STATUSES)[number];

/** What one service has erased, anonymised and kept, in rows by collection. */
export type ServiceReceipt = {
  readonly [K in keyof typeof erasureCounts]: Readonly<
    Record<string, K extends "retained" ? { readonly count: number; readonly ground: LegalGround } : number>
  >;
};

/** The ids under which a user's creator data is kept; asked for before anything is erased. */
export interface CreatorIds {
  readonly creatorId: string | null;
  readonly bioPageIds: readonly string[];
}

/** A wish of a user about the own data (spec 2.5). Outlives its user, whom it names by id only. */
export interface GdprRequest {
  readonly _id: string;
  readonly userId: string;
  readonly type: GdprType;
  readonly status: GdprStatus;
  readonly createdAt: Date;
  /** Not before: of a deletion the end of the grace period. */
  readonly scheduledAt: Date;
  readonly endedAt: Date | null;
  /** Who works on it. */
  readonly lease: string | null;
  /** When somebody else may take over. */
  readonly leaseUntil: Date;
  readonly attempts: number;
  /** Null until the work has begun. */
  readonly creator: CreatorIds | null;
  /** Of a deletion: what each service that is through has done, by service. */
  readonly receipt: Readonly<Record<string, ServiceReceipt>>;
  /** Of a deletion that is completed: when it looks for what came late; null when it has. */
  readonly sweepAt: Date | null;
  /** Of an export that is completed: documents it consists of, and how long it can be fetched. */
  readonly parts: number;
  readonly expiresAt: Date | null;
}
