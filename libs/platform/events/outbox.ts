import type { Logger } from "pino";
import { type EventContract, ownsEvent } from "#libs/contract-kit/contract.ts";
import type { Input, Rules } from "#libs/contract-kit/rules.ts";
import { type Origin, runningOrigin } from "#libs/contract-kit/running-action.ts";
import { type Validation, validation } from "#libs/contract-kit/validate.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { EventStream, StoredFacts } from "./event-stream.ts";
import { lostFacts } from "./lost-facts.ts";
import { outboxRelay } from "./outbox-relay.ts";
import { type NewOutboxRow, outboxRows } from "./outbox-rows.ts";
import { relayPaceOf } from "./relay-pace.ts";

/** A larger payload than the bus carries would stay in the outbox for ever. */
const MAX_PAYLOAD_BYTES = 256 * 1024;

export interface OutboxDeps {
  readonly database: Collections;
  /** Name of the service that writes. */
  readonly source: string;
  readonly clock: Clock;
  readonly stream: EventStream;
  /** The source that knows the events that the stream still holds. */
  readonly stored: StoredFacts;
  /** Counts events that the stream had confirmed and has lost. */
  readonly onLost?: (count: number) => void;
  readonly logger: Logger;
  readonly faults: FaultPoints;
}

/** The durable events of a service, stored in its own database. */
export interface Outbox {
  /**
   * Writes an event inside the transaction of the change that it reports, with the correlation id and the trace of the running work. Throws
   * when the payload breaks the contract. Returns the event id.
   */
  add<P extends Rules>(tx: Tx, contract: EventContract<P>, payload: NoInfer<Input<P>>): Promise<string>;
  /** As {@link add}, without a transaction: for an event that may be true though the work after it fails. */
  addAlone<P extends Rules>(contract: EventContract<P>, payload: NoInfer<Input<P>>): Promise<void>;
  /** As {@link add}, together with the other changes of a working set. */
  record<P extends Rules>(set: WorkingSet, contract: EventContract<P>, payload: NoInfer<Input<P>>): void;
  /**
   * Starts to publish the events to the stream.
   * @param isAlone whether no other process publishes those of this outbox
   */
  start(isAlone?: () => boolean): Promise<void>;
  stop(): Promise<void>;
  /** The number of events that the stream has not confirmed yet. */
  pending(): Promise<number>;
  /** Time at which the oldest of them was written; null when there is none. */
  oldestPendingAt(): Promise<Date | null>;
  /** Looks for confirmed events that the stream has lost among others, and publishes them again. */
  reconcile(): Promise<void>;
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { database, source, clock, stream, stored, faults, onLost = () => undefined } = deps;
  const logger = deps.logger.child({ outbox: source });
  const rows = outboxRows(database);
  const lost = lostFacts({
    ...{ rows, stored, clock, logger, isDurable: stream.isDurable },
    onLost(count) {
      onLost(count);
      relay.lookSoon();
    },
  });
  const relay = outboxRelay({ rows, stream, lost, pace: relayPaceOf(database), clock, faults, logger });

  const rowOf = (contract: EventContract, payload: unknown, { requestId, traceparent }: Origin): NewOutboxRow => {
    if (!ownsEvent(contract, source)) throw new Error(`${source} does not own ${contract.name}`);
    const origin = { requestId, ...(traceparent !== undefined && { traceparent }) };
    const fact = { _id: uuid(), event: contract.name, payload: sendable(contract, payload), ...origin, source, createdAt: clock.now() };
    return { ...fact, claimedUntil: relay.leaseExpiry() };
  };

  const publish = (row: NewOutboxRow) => {
    deps.logger.info({ event: row.event, eventId: row._id, requestId: row.requestId }, "event recorded");
    relay.enqueue(row);
  };

  return {
    async add(tx, contract, payload) {
      const row = rowOf(contract, payload, runningOrigin());
      await rows.insert(tx, row);
      afterCommit(tx, () => publish(row));
      return row._id;
    },
    async addAlone(contract, payload) {
      const row = rowOf(contract, payload, runningOrigin());
      await rows.insert(null, row);
      publish(row);
    },
    record(set, contract, payload) {
      const row = rowOf(contract, payload, runningOrigin());
      rows.insertIn(set, row);
      set.afterCommit(() => publish(row));
    },
    start: async (isAlone = () => false) => relay.start(isAlone),
    stop: () => relay.stop(),
    pending: () => rows.countPending(),
    oldestPendingAt: () => rows.oldestPendingAt(),
    reconcile: () => lost.reconcile(),
  };
}

const validations = new WeakMap<EventContract, Validation<Rules>>();

/** The validated payload as it is sent. A payload that breaks its contract is a bug of ours, not the caller's. */
function sendable(contract: EventContract, payload: unknown): unknown {
  let validate = validations.get(contract);
  if (!validate) {
    validate = validation(contract.payload);
    validations.set(contract, validate);
  }
  const outcome = validate(payload);
  if ("details" in outcome) throw new Error(`payload of ${contract.name}: ${outcome.details.map(({ message }) => message).join("; ")}`);
  const text = JSON.stringify(outcome.value);
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) throw new Error(`payload of ${contract.name} has more than ${MAX_PAYLOAD_BYTES} bytes`);
  return JSON.parse(text);
}
