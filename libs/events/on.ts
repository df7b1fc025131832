import { Errors } from "moleculer";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { validation } from "#libs/contract-kit/validate.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type InTurn, inTurn } from "#libs/kernel/in-turn.ts";
import { isStoreUnavailable } from "#libs/mongo/store-unavailable.ts";
import type { Transaction, Tx } from "#libs/mongo/transaction.ts";
import { type Delivery, type EventEnvelope, NotNow, PoisonEvent } from "./event-stream.ts";
import type { Inbox } from "./inbox.ts";

/** What a durable handler needs; the dependencies of a service fit. */
export interface DurableDeps {
  readonly inbox: Inbox;
  readonly transaction: Transaction;
  /** Shared by subscriptions that write the same documents; see {@link DurableOptions.turnsOf}. */
  readonly inTurn?: InTurn | undefined;
}

export interface DurableOptions<P extends Rules> extends Partial<Delivery> {
  /** Whether an event, by what it says alone, has any effect here; one that has none costs no transaction and leaves no note. */
  readonly concerns?: (payload: Parsed<P>) => boolean;
  /**
   * Whose documents an event writes, when many events at once may write the same ones: this process applies these one after
   * the other, instead of repeating transactions that collide.
   */
  readonly turnsOf?: (payload: Parsed<P>) => readonly string[];
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
  readonly delivery: Partial<Delivery>;
  /** @param group whose replicas share the events; the name of the service */
  apply(group: string, envelope: EventEnvelope): Promise<void>;
}

/**
 * Subscribes a handler to a durable event. What it writes in `tx` happens exactly once for each event, however often it
 * is delivered. A payload that breaks the contract is never retried; while the store or a neighbour is away, the event
 * waits.
 */
export function on<P extends Rules>(
  contract: EventContract<P>,
  { inbox, transaction, inTurn: turn = turnsOfFacts() }: DurableDeps,
  handler: DurableHandler<P>,
  { concerns = () => true, turnsOf = () => [], ...delivery }: DurableOptions<P> = {},
): DurableSubscription {
  const validate = validation(contract.payload);
  return {
    event: contract.name,
    delivery,
    async apply(group, envelope) {
      const outcome = validate(envelope.payload);
      if ("details" in outcome) {
        throw new PoisonEvent(`payload of ${contract.name}: ${outcome.details.map(({ message }) => message).join("; ")}`);
      }
      const { value } = outcome;
      if (!concerns(value)) return;
      const applyOnce = () => inbox.applyOnce(group, envelope.id, transaction, (tx) => handler(value, { tx, envelope }));
      try {
        await outsideActions(() => inTurns(turn, turnsOf(value), applyOnce));
      } catch (error) {
        throw somethingIsAway(error) ? new NotNow(error) : error;
      }
    },
  };
}

/** Turns of facts: those who wait while something goes away need not find out for themselves. */
export function turnsOfFacts(): InTurn {
  return inTurn({ endsTurn: somethingIsAway });
}

/** In the turn of every key; all take them in the same order, so nobody waits in a circle. */
function inTurns<T>(turn: InTurn, keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const inOrder = [...new Set(keys)].sort();
  return inOrder.reduceRight((inner, key) => () => turn(key, inner), work)();
}

function somethingIsAway(error: unknown): boolean {
  if (isStoreUnavailable(error)) return true;
  if (error instanceof AppError) return error.errorCode === "SERVICE_UNAVAILABLE" || error.errorCode === "UPSTREAM_TIMEOUT";
  return error instanceof Errors.MoleculerRetryableError;
}
