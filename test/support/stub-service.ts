import type { ServiceSchema } from "moleculer";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";

/** A stub service with a single action of another service. It implements the action's contract, so the compiler holds both together. */
export function actionStub<C extends ActionContract>(contract: C, handler: HandlerOf<C>): ServiceSchema {
  return {
    name: `stub-${contract.name.replaceAll(".", "-")}`,
    settings: { $noServiceNamePrefix: true },
    actions: { [contract.name]: implement(contract, handler) },
  };
}

/** The stubs of several actions of a service, merged into one service for a broker. */
export function stubService(...stubs: readonly [ServiceSchema, ...ServiceSchema[]]): ServiceFactory {
  const [first] = stubs;
  return () => ({ ...first, actions: Object.assign({}, ...stubs.map(({ actions }) => actions)) });
}
