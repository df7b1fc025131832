import type { Context, ServiceBroker } from "moleculer";
import { type BatchAnswer, batchNameOf } from "#libs/contract-kit/batched-calls/call-batch.ts";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";

type Given = Pick<Context<object, object>, "params" | "meta">;

/** The part of a broker that the action of a batch needs to run its calls through their own action. */
export function brokerOfBatches(nodeID: string, run: (action: string, given: Given) => Promise<unknown>): ServiceBroker {
  const broker = {
    nodeID,
    errorRegenerator: Object.assign(new AppErrorRegenerator(), { broker: { nodeID } }),
    _getLocalActionEndpoint: (action: string) => ({ action: { handler: (given: Given) => run(action, given) } }),
    ContextFactory: { create: (_broker: object, _endpoint: object, params: object, { meta }: Pick<Given, "meta">) => ({ params, meta }) },
  };
  return broker as unknown as ServiceBroker;
}

const PACK = batchNameOf({ name: "" });

/** Runs calls through a function; a planted bug may change the answers to batches. */
export function callerOfBatches(
  call: (name: string, params: object, options?: object) => Promise<unknown>,
  planted: (answer: BatchAnswer) => BatchAnswer = (answer) => answer,
): Pick<ServiceBroker, "call"> {
  const callPlanted = async (name: string, params: object, options: object) => {
    const answer = await call(name, params, options);
    return name.endsWith(PACK) ? planted(answer as BatchAnswer) : answer;
  };
  return { call: callPlanted as ServiceBroker["call"] };
}
