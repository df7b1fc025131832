import type { ServiceSchema } from "moleculer";
import type { ServiceFactory } from "#libs/broker/create-broker.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";

/** A neighbour as far as a test needs it: an implementation of its contract, so it cannot drift. One service per contract. */
export function standIn<C extends ActionContract>(contract: C, handler: HandlerOf<C>): ServiceSchema {
  return {
    name: `stand-in-${contract.name.replaceAll(".", "-")}`,
    settings: { $noServiceNamePrefix: true },
    actions: { [contract.name]: implement(contract, handler) },
  };
}

/** The stand-ins of one neighbour, ready for a broker. */
export function neighbour(...standIns: readonly [ServiceSchema, ...ServiceSchema[]]): ServiceFactory {
  const [first] = standIns;
  return () => ({ ...first, actions: Object.assign({}, ...standIns.map(({ actions }) => actions)) });
}
