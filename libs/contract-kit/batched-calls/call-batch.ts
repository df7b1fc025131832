import type { Errors } from "moleculer";
import type { ActionContract } from "../contract.ts";
import type { Rules } from "../rules.ts";

/*
 * Batched calls: concurrent calls of one contract share one message on the bus, and shared work is done once instead of once per call. A
 * message costs as much as the work of a short call, so this halves the cost of visits under load. A single waiting call is sent as an
 * ordinary call; no call waits for others to arrive.
 *
 * - `call-batched.ts`: the caller forms batches.
 * - `run-batched.ts`: the callee runs each call of a batch by its ordinary action, so all rules of the action apply.
 */

/** Maximum number of calls in a batch: as many as the callee runs at the same time. @internal for tests */
export const MAX_BATCHED_CALLS = 64;
/** Maximum size of the calls in a batch, as JSON. */
export const MAX_BATCH_BYTES = 256 * 1_024;
/** A call with less time left is sent alone: a batch is answered when all of its calls are done. */
export const MIN_BATCHED_MS = 250;

/** A call inside a batch. */
export interface BatchedCall {
  readonly params: unknown;
  readonly requestId: string | null;
  /** Sent beside the parameters; contains the seal for this very call. */
  readonly meta: object;
  /** The remaining time that the caller waits. */
  readonly timeoutMs: number;
}

/** The outcome of one call of a batch. */
export type BatchedOutcome = { readonly result: unknown } | { readonly error: Errors.PlainMoleculerError };

/** The result of the action for batches: one outcome for each call, in their order. */
export interface BatchAnswer {
  readonly outcomes: readonly BatchedOutcome[];
}

/** The parameters of the action for batches. The contract checks the parameters of each call when that call runs. */
export const batchParams = {
  calls: {
    type: "array",
    max: MAX_BATCHED_CALLS,
    items: {
      type: "object",
      props: {
        params: { type: "json" },
        requestId: { type: "string", nullable: true },
        meta: { type: "json" },
        timeoutMs: { type: "number", min: 1 },
      },
    },
  },
} as const satisfies Rules;

/**
 * The action that takes batches of calls of a contract. It has a subject of its own: a process may send batches exactly where it may call.
 */
export function batchNameOf({ name }: Pick<ActionContract, "name">): string {
  return `${name}.pack`;
}

/** The actions of a contract on the bus: its own, and the one for batches. */
export function actionNamesOf(contract: Pick<ActionContract, "name" | "batchable">): readonly string[] {
  return contract.batchable ? [contract.name, batchNameOf(contract)] : [contract.name];
}
