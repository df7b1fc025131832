import type { Errors } from "moleculer";
import type { ActionContract } from "../contract.ts";
import type { Rules } from "../rules.ts";

/*
 * Packing: calls of one contract that wait at the same time share one message on the bus, and the work that they share costs once what it
 * would cost each of them. A message costs as much as the work of a short call, so this halves the price of visits under load; a call
 * that waits alone goes as it always did, and none waits for others to come.
 *
 * - `call-packed.ts`: the caller forms packs.
 * - `run-packed.ts`: the callee runs each call of a pack by its ordinary action, so whatever holds for a call holds for a packed one.
 */

/** Calls of one pack at most: as many as the callee runs at the same time. */
const MAX_PACKED_CALLS = 64;
/** The calls of one pack at most, as JSON. */
export const MAX_PACK_BYTES = 256 * 1_024;
/** A call that has less time left goes alone: a pack is answered when all of its calls are. */
export const MIN_PACKED_MS = 250;

/** A call as it stands in a pack. */
export interface PackedCall {
  readonly params: unknown;
  readonly requestId: string | null;
  /** What the caller sends beside the parameters, its seal for this very call among it. */
  readonly meta: object;
  /** What remains of the time that the caller waits. */
  readonly timeoutMs: number;
}

/** What became of a call of a pack. */
export type PackedOutcome = { readonly result: unknown } | { readonly error: Errors.PlainMoleculerError };

/** What the action of a pack returns: one outcome for each call, in their order. */
export interface PackAnswer {
  readonly outcomes: readonly PackedOutcome[];
}

/** The parameters of the action of a pack. Those of its calls are checked by the contract when each of them runs. */
export const packParams = {
  calls: {
    type: "array",
    max: MAX_PACKED_CALLS,
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

/** The action that takes packs of calls of a contract. It has a subject of its own, so a process may send packs of what it may call. */
export function packNameOf({ name }: Pick<ActionContract, "name">): string {
  return `${name}.pack`;
}

/** The actions on the bus that a contract stands for: its own, and that of its packs. */
export function actionNamesOf(contract: Pick<ActionContract, "name" | "packable">): readonly string[] {
  return contract.packable ? [contract.name, packNameOf(contract)] : [contract.name];
}
