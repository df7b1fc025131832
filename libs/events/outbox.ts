import type { Connection } from "mongoose";
import type { Logger } from "pino";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Given, Rules } from "#libs/contract-kit/rules.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { EventStream } from "./event-stream.ts";

export interface OutboxDeps {
  readonly connection: Connection;
  /** Name of the service that writes. */
  readonly source: string;
  readonly clock: Clock;
  readonly stream: EventStream;
  readonly logger: Logger;
  readonly faults: FaultPoints;
}

/** The facts a service has written and others must learn, in its own database. */
export interface Outbox {
  /** Writes a fact inside the transaction that makes it true. Throws when the payload breaks the contract. Returns the event id. */
  add<P extends Rules>(
    tx: Tx,
    contract: EventContract<P>,
    payload: NoInfer<Given<P>>,
    options?: { readonly requestId?: string | null | undefined },
  ): Promise<string>;
  /** Starts to hand the facts to the stream. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** How many facts the stream has not confirmed yet. */
  pending(): Promise<number>;
  /** Looks for new facts now instead of at the next poll. */
  kick(): void;
}

export declare function createOutbox(deps: OutboxDeps): Outbox;
