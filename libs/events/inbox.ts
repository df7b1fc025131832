import type { Connection } from "mongoose";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Transaction, Tx } from "#libs/mongo/transaction.ts";

export interface InboxDeps {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly faults?: FaultPoints | undefined;
}

/** The events a service has applied: delivery repeats, the effect does not. */
export interface Inbox {
  /** Commits the effect and the note that the event was applied in one transaction. Returns false when it was applied before. */
  applyOnce(group: string, eventId: string, transaction: Transaction, effect: (tx: Tx) => Promise<void>): Promise<boolean>;
}

export declare function createInbox(deps: InboxDeps): Inbox;
