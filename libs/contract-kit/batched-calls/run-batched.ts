import type { ActionSchema, Context, ServiceBroker } from "moleculer";
import type { ActionContract } from "../contract.ts";
import type { Implementation } from "../implement.ts";
import { parser } from "../validate.ts";
import { type BatchAnswer, type BatchedCall, type BatchedOutcome, batchNameOf, batchParams } from "./call-batch.ts";

/** The actions of a service by name, with an action for batches beside each action that allows them. */
export function withBatchActions(actions: Readonly<Record<string, Implementation>>): Record<string, ActionSchema> {
  const batches = Object.entries(actions)
    .filter(([, { contract }]) => contract.batchable)
    .map(([name, { contract }]) => [batchNameOf({ name }), batchAction(contract)]);
  return { ...actions, ...Object.fromEntries(batches) };
}

const parseBatch = parser(batchParams);

/** Runs the calls of a batch concurrently. The reply waits for all of them; each ends within its own time limit. */
function batchAction(contract: ActionContract): ActionSchema {
  return {
    visibility: "public",
    // Each call counts in the bulkhead of its action.
    bulkhead: { enabled: false },
    async handler(context: Context<unknown>): Promise<BatchAnswer> {
      const { calls } = parseBatch(context.params) as { readonly calls: readonly BatchedCall[] };
      return { outcomes: await Promise.all(calls.map((each) => outcomeOf(context, contract, each))) };
    },
  };
}

/**
 * Runs a call as if it had arrived alone, through every middleware of its action: bulkhead, time limit, metrics, 503 for an unavailable
 * store. Its own caller, permission and parameters are checked.
 */
async function outcomeOf(
  { broker, nodeID }: Context<unknown>,
  { name }: ActionContract,
  { params, requestId, meta, timeoutMs }: BatchedCall,
): Promise<BatchedOutcome> {
  try {
    const endpoint = broker._getLocalActionEndpoint(name);
    const run = endpoint.action.handler as (context: Context) => Promise<unknown>;
    const options = { meta, timeout: timeoutMs, ...(requestId !== null && { requestID: requestId }) };
    const context = broker.ContextFactory.create(broker, endpoint, params as object, options);
    context.nodeID = nodeID;
    return { result: (await run(context)) ?? null };
  } catch (error) {
    const { errorRegenerator } = broker as Required<Pick<ServiceBroker, "errorRegenerator">>;
    return { error: errorRegenerator.extractPlainError(error as Error, {}) };
  }
}
