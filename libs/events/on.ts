import { Errors } from "moleculer";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { validation } from "#libs/contract-kit/validate.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isStoreUnavailable } from "#libs/mongo/store-unavailable.ts";
import type { Transaction, Tx } from "#libs/mongo/transaction.ts";
import { type Delivery, type EventEnvelope, NotNow, PoisonEvent } from "./event-stream.ts";
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

/** Applies an event. May run again with the same event as long as its transaction has not been committed. */
export type DurableHandler<P extends Rules> = (payload: Parsed<P>, context: DurableContext) => Promise<void>;

/** An entry of `durable` in a service schema. */
export interface DurableSubscription {
  /** Name of the event contract. */
  readonly event: string;
  readonly group: string | null;
  readonly delivery: Partial<Delivery>;
  apply(group: string, envelope: EventEnvelope): Promise<void>;
}

/**
 * Subscribes a handler to a durable event. What it writes in `tx` happens exactly once for each event, however often it
 * is delivered. A payload that breaks the contract is never retried; while the store or a neighbour is away, the event
 * waits.
 */
export function on<P extends Rules>(
  contract: EventContract<P>,
  { inbox, transaction, group }: DurableDeps,
  handler: DurableHandler<P>,
  delivery: Partial<Delivery> = {},
): DurableSubscription {
  const validate = validation(contract.payload);
  return {
    event: contract.name,
    group: group ?? null,
    delivery,
    async apply(byGroup, envelope) {
      const outcome = validate(envelope.payload);
      if ("details" in outcome) {
        throw new PoisonEvent(`payload of ${contract.name}: ${outcome.details.map(({ message }) => message).join("; ")}`);
      }
      try {
        await outsideActions(() => inbox.applyOnce(byGroup, envelope.id, transaction, (tx) => handler(outcome.value, { tx, envelope })));
      } catch (error) {
        throw somethingIsAway(error) ? new NotNow(error) : error;
      }
    },
  };
}

function somethingIsAway(error: unknown): boolean {
  if (isStoreUnavailable(error)) return true;
  if (error instanceof AppError) return error.errorCode === "SERVICE_UNAVAILABLE" || error.errorCode === "UPSTREAM_TIMEOUT";
  return error instanceof Errors.MoleculerRetryableError;
}
