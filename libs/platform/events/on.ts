import { Errors } from "moleculer";
import { type EventContract, ownsEvent } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { continueTrace } from "#libs/contract-kit/tracing.ts";
import { validation } from "#libs/contract-kit/validate.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { batcher, noContext } from "#libs/kernel/batcher.ts";
import { type Clock, DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type KeyedMutex, keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import type { Transaction, Tx } from "#libs/platform/mongo/transaction.ts";
import { type Delivery, type EventEnvelope, type FactRefusal, PoisonEvent, RefusedFact, TransientFailure } from "./event-stream.ts";
import type { Inbox } from "./inbox.ts";

/** The dependencies of a durable handler. */
export interface DurableDeps {
  readonly inbox: Inbox;
  readonly transaction: Transaction;
  /** Shared by subscriptions that write the same documents; see {@link DurableOptions.mutexKeys}. */
  readonly mutex?: KeyedMutex | undefined;
}

export interface DurableOptions<P extends Rules> extends Partial<Delivery> {
  /** Whether an event has any effect here, judged by its payload; an event without effect gets no transaction and no inbox row. */
  readonly concerns?: (payload: Parsed<P>) => boolean | Promise<boolean>;
  /**
   * Keys of the documents that an event writes, when many events may write the same documents at once. This process applies events with a
   * common key one after the other, instead of retrying conflicting transactions.
   */
  readonly mutexKeys?: (payload: Parsed<P>) => readonly string[];
}

export interface DurableContext {
  /** The transaction that also records the event as applied. */
  readonly tx: Tx;
  readonly envelope: EventEnvelope;
}

/** Applies an event. May run again with the same event as long as its transaction has not been committed. */
export type DurableHandler<P extends Rules> = (payload: Parsed<P>, context: DurableContext) => Promise<void>;

/** One event of a batch. */
export interface BatchedFact<P extends Rules> {
  readonly payload: Parsed<P>;
  readonly envelope: EventEnvelope;
}

/** Applies events of one kind in the order of their arrival; otherwise as {@link DurableHandler}. */
export type BatchHandler<P extends Rules> = (facts: readonly BatchedFact<P>[], tx: Tx) => Promise<void>;

/** An entry of `durable` in a service schema. */
export interface DurableSubscription {
  /** Name of the event contract. */
  readonly event: string;
  readonly delivery: Partial<Delivery>;
  /**
   * Resolves to false for an event without an effect: it does not concern the service, or was applied before.
   * @param group whose replicas share the events; the name of the service
   */
  apply(group: string, envelope: EventEnvelope): Promise<boolean>;
}

/**
 * Subscribes a handler to a durable event. Its writes in `tx` take effect exactly once for each event, however often the event
 * is delivered. A payload that breaks the contract is never retried; while the store or another service is unavailable, the
 * event is retried.
 */
export function on<P extends Rules>(
  contract: EventContract<P>,
  { inbox, transaction, mutex = eventMutex() }: DurableDeps,
  handler: DurableHandler<P>,
  { concerns = () => true, mutexKeys = () => [], ...delivery }: DurableOptions<P> = {},
): DurableSubscription {
  return subscriptionTo(contract, inbox.clock, delivery, async (value, envelope, group) => {
    if (!(await concerns(value))) return false;
    const applyOnce = () => inbox.applyOnce({ group, facts: [envelope] }, transaction, (tx) => handler(value, { tx, envelope }));
    return withKeys(mutex, mutexKeys(value), applyOnce);
  });
}

/** Concurrent deliveries of batched events. */
const BATCH_CONCURRENCY = 64;

/**
 * As {@link on}, but events that arrive while others are being applied share one transaction. Data that is common to all of them is read
 * and written once. When a batch fails, each of its events is applied alone.
 */
export function onBatches<P extends Rules>(
  contract: EventContract<P>,
  deps: DurableDeps,
  handler: BatchHandler<P>,
  options: DurableOptions<P> = {},
): DurableSubscription {
  return effectBatches(deps, handler)(contract, (payload, envelope) => ({ payload, envelope }), options);
}

/** Subscribes to an event; several such events have effects of one kind. */
export type SubscribeEffects<E> = <P extends Rules>(
  contract: EventContract<P>,
  effectOf: (payload: Parsed<P>, envelope: EventEnvelope) => E,
  options?: DurableOptions<P>,
) => DurableSubscription;

/**
 * As {@link onBatches} for several events: all of them share transactions.
 * @param apply in the order in which the events arrived
 */
export function effectBatches<E>(
  { inbox, transaction, mutex = eventMutex() }: DurableDeps,
  apply: (effects: readonly E[], tx: Tx) => Promise<void>,
): SubscribeEffects<E> {
  interface Member {
    readonly effect: E;
    readonly envelope: EventEnvelope;
    readonly group: string;
    readonly keys: readonly string[];
  }
  const applyOnce = (members: readonly Member[]) => {
    const facts = members.map(({ envelope }) => envelope);
    const effects = members.map(({ effect }) => effect);
    const work = () => inbox.applyOnce({ group: members[0]?.group ?? "", facts }, transaction, (tx) => apply(effects, tx));
    return withKeys(
      mutex,
      members.flatMap(({ keys }) => keys),
      work,
    );
  };
  const applyTogether = (members: readonly Member[]) =>
    outsideActions({ requestId: `facts-${members[0]?.envelope.event}-${uuid()}` }, () => applyOnce(members)).catch((error: unknown) => {
      if (isTransient(error)) throw error;
      return false;
    });
  const applyAlone = (member: Member) => outsideActions(member.envelope, () => applyOnce([member]));
  const add = batcher<Member, boolean, null>({
    name: "facts",
    context: noContext,
    async run(members) {
      if (members.length > 1 && (await applyTogether(members))) return members.map(() => ({ status: "fulfilled", value: true }));
      const outcomes: PromiseSettledResult<boolean>[] = [];
      for (const member of members) outcomes.push(...(await Promise.allSettled([applyAlone(member)])));
      return outcomes;
    },
    failsAll: isTransient,
  });
  return (contract, effectOf, { concerns = () => true, mutexKeys = () => [], ...delivery } = {}) =>
    subscriptionTo(contract, inbox.clock, { concurrency: BATCH_CONCURRENCY, ...delivery }, async (payload, envelope, group) =>
      (await concerns(payload)) ? add({ effect: effectOf(payload, envelope), envelope, group, keys: mutexKeys(payload) }) : false,
    );
}

/** As {@link on}, for a handler that tolerates a second copy of an event: nothing is recorded, and every delivery runs it. */
export function onEveryDelivery<P extends Rules>(
  contract: EventContract<P>,
  clock: Clock,
  handler: (payload: Parsed<P>, envelope: EventEnvelope) => Promise<void>,
  { concerns = () => true, ...delivery }: Omit<DurableOptions<P>, "mutexKeys"> = {},
): DurableSubscription {
  return subscriptionTo(contract, clock, delivery, async (value, envelope) => {
    if (!(await concerns(value))) return false;
    await handler(value, envelope);
    return true;
  });
}

type Effect<P extends Rules> = (payload: Parsed<P>, envelope: EventEnvelope, group: string) => Promise<boolean>;

function subscriptionTo<P extends Rules>(
  contract: EventContract<P>,
  clock: Clock,
  delivery: Partial<Delivery>,
  effect: Effect<P>,
): DurableSubscription {
  const validate = validation(contract.payload);
  return {
    event: contract.name,
    delivery,
    async apply(group, envelope) {
      const refusal = refusalOf(contract, envelope, clock);
      if (refusal) throw new RefusedFact(refusal);
      if (!isId(envelope.id)) throw new PoisonEvent(`the id of ${contract.name} is no id`);
      const outcome = validate(envelope.payload);
      if ("details" in outcome) {
        throw new PoisonEvent(`payload of ${contract.name}: ${outcome.details.map(({ message }) => message).join("; ")}`);
      }
      const { value } = outcome;
      try {
        return await continueTrace({ name: contract.name, kind: "consumer", attributes: { group } }, envelope, (origin) =>
          outsideActions(origin, () => effect(value, { ...envelope, ...origin }, group)),
        );
      } catch (error) {
        throw isTransient(error) ? new TransientFailure(error) : error;
      }
    },
  };
}

const MAX_ID_LENGTH = 64;

function isId(id: unknown): boolean {
  return typeof id === "string" && id.length > 0 && id.length <= MAX_ID_LENGTH;
}

/** Maximum age of an event: no outbox or stream retains one longer, so an older one is a forgery. */
const MAX_AGE_MS = 15 * DAY;

/** Consumers are created for the subject of one event, so its name must match. Only its owner may publish there. */
function refusalOf(contract: EventContract, { event, source, at }: EventEnvelope, clock: Clock): FactRefusal | null {
  if (event !== contract.name) return "event";
  if (!ownsEvent(contract, source)) return "owner";
  return clock.now().getTime() - Date.parse(at) <= MAX_AGE_MS ? null : "age";
}

/** The mutex of event handlers: a transient failure also fails the waiting events, which would only meet it later. */
export function eventMutex(): KeyedMutex {
  return keyedMutex({ failsWaiters: isTransient });
}

/** Holds the mutex of every key, always in the same order, so that two events cannot wait for each other. */
function withKeys<T>(mutex: KeyedMutex, keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const inOrder = [...new Set(keys)].sort();
  return inOrder.reduceRight((inner, key) => () => mutex(key, inner), work)();
}

function isTransient(error: unknown): boolean {
  if (isStoreUnavailable(error)) return true;
  if (error instanceof AppError) return error.errorCode === "SERVICE_UNAVAILABLE" || error.errorCode === "UPSTREAM_TIMEOUT";
  return error instanceof Errors.MoleculerRetryableError;
}
