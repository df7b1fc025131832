import type { ServiceSchema } from "moleculer";
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
