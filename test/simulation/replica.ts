import { Schema } from "mongoose";
import type { BatchAnswer } from "#libs/contract-kit/batched-calls/call-batch.ts";
import { batchedCalls, mayBeBatched } from "#libs/contract-kit/batched-calls/call-batched.ts";
import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";
import type { Implementation } from "#libs/contract-kit/implement.ts";
import { lastFacts } from "#libs/contracts/config/index.ts";
import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging/index.ts";
import { walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { payoutProcessed } from "#libs/contracts/wallet/payouts.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import type { QuotaCounter } from "#libs/platform/counters/counter-store.ts";
import { memoryCounters } from "#libs/platform/counters/memory-counters.ts";
import type { EventStream } from "#libs/platform/events/event-stream.ts";
import { createInbox } from "#libs/platform/events/inbox.ts";
import { type DurableSubscription, on } from "#libs/platform/events/on.ts";
import { noFaults } from "#libs/platform/faults/fault-points.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { createMetrics } from "#libs/platform/metrics/metrics.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { testEnv } from "../support/runtime.ts";
import { PROVEN } from "../support/sealed-call.ts";
import { brokerOfBatches, callerOfBatches } from "./call-batches.ts";
import type { Stage } from "./database.ts";
import { ALWAYS_ANSWERED, APPROVAL_THRESHOLD, answerOf } from "./neighbors.ts";

/** The session of all callers. */
export const CALLER_SESSION = "session";

/** A process with its services, assembled as by the launcher, but without the broker. */
export interface Replica {
  readonly index: number;
  readonly clock: Clock;
  /** Calls an action on behalf of a user. */
  call<Send>(contract: ActionContract<Send>, userId: string, params: NoInfer<Send>): Promise<unknown>;
  /** Runs a job once. */
  run(job: string): Promise<void>;
}

export interface ReplicaParts {
  readonly stage: Stage;
  readonly index: number;
  readonly services: readonly ServiceFactory[];
  readonly stream: EventStream;
  readonly quotas: QuotaCounter;
  readonly databases: ReadonlyMap<string, Database>;
  /** A planted bug's change of the answers to batches. */
  readonly planted?: ((answer: BatchAnswer) => BatchAnswer) | undefined;
}

const settings = new Map([
  ["CONFIG_DM_FREE_DAILY_LIMIT", "3"],
  ["CONFIG_DM_FREE_PER_CREATOR_DAILY", "2"],
  ["CONFIG_DM_TIMEOUT_UNIT_SECONDS", "1"],
  ["CONFIG_PAYMENT_PAYOUT_APPROVAL_THRESHOLD", formatMoney(APPROVAL_THRESHOLD)],
  ["CONFIG_GDPR_DELETE_GRACE_DAYS", "0"],
]);
const env = testEnv();
const config = configReader(settings);
const metrics = createMetrics();

interface AppliedDoc {
  readonly _id: string;
  readonly times: number;
}
const applied: CollectionDefinition<AppliedDoc> = {
  name: "applied",
  schema: new Schema<AppliedDoc>({ _id: { type: String, required: true }, times: Number }, { versionKey: false }),
};

/** The events whose deliveries are counted. */
export const COUNTED: readonly EventContract[] = [
  messageSent,
  messageReplied,
  messageRejected,
  messageExpired,
  walletToppedUp,
  payoutProcessed,
];

/** One node name for both, because each replica answers its own calls. */
const NODE = "node";

type Call = (name: string, params: object, options?: { readonly meta?: object }) => Promise<unknown>;
interface Hosted {
  readonly schema: PlatformServiceSchema;
  readonly action: Implementation;
}
/** The timeout of a call, the same as at the gateway. */
const CALL_MS = 8_000;

export function startReplica(parts: ReplicaParts): Replica {
  const { stage, index, stream, services, planted } = parts;
  const runtime = runtimeOf(parts);
  const schemas = services.map((service) => service(runtime) as PlatformServiceSchema);
  const hosted = new Map<string, Hosted>();
  const call: Call = async (name, params, { meta = {} } = {}) => {
    if (name === lastFacts.name) return stream.lastFacts((params as { events: string[] }).events);
    const callee = ALWAYS_ANSWERED.has(name) ? undefined : hosted.get(name);
    if (!callee) return answerOf(name, params as Record<string, unknown>);
    const { schema, action } = callee;
    const within: Call = (other, given, options) => call(other, given, { meta, ...options });
    const context = {
      meta,
      params,
      requestID: "request",
      nodeID: NODE,
      broker: brokerOfBatches(NODE, (batched, given) => call(batched, given.params, given)),
      service: { name: schema.name, schema },
      call: within,
      broadcast: async () => undefined,
    };
    return (action.handler as (context: object) => Promise<unknown>)(context);
  };
  const callBatched = batchedCalls(callerOfBatches(call, planted));
  const broker = { call, broadcast: async () => undefined };
  for (const schema of schemas) {
    (schema.created as ((this: object) => void) | undefined)?.call({ broker });
    for (const [name, action] of Object.entries(schema.actions ?? {}) as [string, Implementation][])
      hosted.set(`${schema.name}.${name}`, { schema, action });
    for (const subscription of schema.durable ?? []) subscribe(stream, schema.name, subscription);
    void schema.outbox?.start();
  }
  for (const subscription of counters(runtime)) subscribe(stream, "counting", subscription);
  const jobs = new Map<string, Job>(schemas.flatMap(({ jobs: own = [] }) => own.map((job) => [job.name, job] as const)));
  return {
    index,
    clock: runtime.clock,
    call(contract, userId, params) {
      stage.world.note(`${index} begins ${contract.name}`);
      const caller = { userId, sessionId: CALLER_SESSION, roles: ["ADMIN"], accountStatus: "ACTIVE", ...PROVEN };
      const options = { meta: { caller: JSON.stringify(caller) }, timeout: CALL_MS };
      return mayBeBatched(contract, options) ? callBatched(contract, params, options) : call(contract.name, params as object, options);
    },
    run(name) {
      const job = jobs.get(name);
      if (!job) throw new Error(`the simulation has no job ${name}`);
      stage.world.note(`${index} begins ${name}`);
      return job.run();
    },
  };
}

function subscribe(stream: EventStream, group: string, { event, delivery, apply }: DurableSubscription): void {
  void stream.subscribe({ ...delivery, group, event }, (envelope) => apply(group, envelope));
}

function runtimeOf({ stage, index, stream, quotas, databases }: ReplicaParts): Runtime {
  const clock = { now: () => stage.world.clockOf(index) };
  const write = (fields: { err?: unknown }, text: string) => stage.world.note(`log: ${text} ${String(fields.err ?? "")}`);
  const logger = { child: () => logger, debug: write, info: write, warn: write, error: write };
  // Caches of a database live in the process and end with it.
  const own = new Map([...databases].map(([name, each]) => [name, Object.create(each) as Database]));
  const database = (name: string): Database => {
    const found = own.get(name);
    if (!found) throw new Error(`the simulation has no database ${name}`);
    return found;
  };
  const shared = { ...memoryCounters({ clock }), quotas };
  return { env, clock, logger, config, metrics, database, stream, counters: shared, faults: noFaults, jobs: null } as unknown as Runtime;
}

/** Counts how often each event takes effect. A consumer's row would not show this, because most effects are idempotent. */
function counters(runtime: Runtime): DurableSubscription[] {
  const database = runtime.database("counting");
  const rows = database.collection(applied);
  const deps = { inbox: createInbox({ database, clock: runtime.clock }), transaction: database.transaction };
  return COUNTED.map((contract) =>
    on(contract, deps, async (_payload, { tx, envelope }) => {
      await rows.updateOne({ _id: envelope.id }, { $inc: { times: 1 } }, { tx, upsert: true });
    }),
  );
}
