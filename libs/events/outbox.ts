import type { Connection } from "mongoose";
import type { Logger } from "pino";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Given, Rules } from "#libs/contract-kit/rules.ts";
import { type Validation, validation } from "#libs/contract-kit/validate.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { afterCommit, type Tx } from "#libs/mongo/transaction.ts";
import type { EventStream } from "./event-stream.ts";
import { outboxRelay } from "./outbox-relay.ts";
import { outboxRows } from "./outbox-rows.ts";

/** More than the bus carries would never leave the outbox. */
const MAX_PAYLOAD_BYTES = 256 * 1024;

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
}

export function createOutbox({ connection, source, clock, stream, logger, faults }: OutboxDeps): Outbox {
  const rows = outboxRows(connection);
  const relay = outboxRelay({ rows, stream, clock, faults, logger: logger.child({ outbox: source }) });

  return {
    async add(tx, contract, payload, { requestId = null } = {}) {
      const _id = uuid();
      const fact = { _id, event: contract.name, payload: sendable(contract, payload), requestId, source, createdAt: clock.now() };
      const row = { ...fact, claimedUntil: relay.holdUntil() };
      await rows.insert(tx, row);
      afterCommit(tx, () => relay.take(row));
      return _id;
    },
    start: async () => relay.start(),
    stop: () => relay.stop(),
    pending: () => rows.countPending(),
  };
}

const validations = new WeakMap<EventContract, Validation<Rules>>();

/** The checked payload as it will be on the wire. A payload that breaks its contract is our own fault, not the caller's. */
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
