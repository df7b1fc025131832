import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import type { Transaction, Tx } from "#libs/mongo/transaction.ts";
import type { Delivery, EventEnvelope } from "./event-stream.ts";
import type { Inbox } from "./inbox.ts";

/** What a durable handler needs; the dependencies of a service fit. */
export interface DurableDeps {
  readonly inbox: Inbox;
  readonly transaction: Transaction;
  /** The service's name when absent. */
  readonly group?: string | undefined;
}

export interface DurableContext {
  /** The transaction that also records the event as applied. */
  readonly tx: Tx;
  readonly envelope: EventEnvelope;
}

export type DurableHandler<P extends Rules> = (payload: Parsed<P>, context: DurableContext) => Promise<void>;

/** An entry of `durable` in a service schema. */
export interface DurableSubscription {
  readonly contract: EventContract;
  readonly group: string | null;
  readonly delivery: Partial<Delivery>;
  apply(group: string, envelope: EventEnvelope): Promise<void>;
}

export declare function on<P extends Rules>(
  contract: EventContract<P>,
  deps: DurableDeps,
  handler: DurableHandler<P>,
  delivery?: Partial<Delivery>,
): DurableSubscription;
