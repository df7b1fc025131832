import type { ServiceSchema } from "moleculer";
import { actionNamesOf } from "#libs/contract-kit/batched-calls/call-batch.ts";
import { ownsEvent } from "#libs/contract-kit/contract.ts";
import type { Implementation } from "#libs/contract-kit/implement.ts";
import { getConfigSnapshot, reportVitals } from "#libs/contracts/config/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { allEvents } from "#libs/contracts/index.ts";
import type { DurableParts } from "#libs/platform/events/durable-middleware.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { BusParts } from "#libs/platform/service/define-service.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";

/** The bus traffic of a service, as its service definition declares it. */
export interface Declared {
  readonly service: string;
  readonly process: string;
  /** Actions that it implements. */
  readonly actions: readonly string[];
  readonly calls: readonly string[];
  /** Events that it publishes, and events that it consumes. */
  readonly owns: readonly string[];
  readonly consumes: readonly string[];
  /** Hints that it broadcasts. */
  readonly hints: readonly string[];
  /** Hints that it listens to. */
  readonly hears: readonly string[];
}

/** The actions that every process calls: to read its settings, and to report its vitals. */
export const EVERYBODY_CALLS: readonly string[] = [getConfigSnapshot.name, reportVitals.name];
/** The actions that the console of an operator calls. */
export const OPERATOR_CALLS: readonly string[] = [getConfigSnapshot.name];

/** The hint that makes every process read its settings again. */
export const EVERYBODY_HEARS: string = HINTS.configChanged.name;

/** The services of each process, by name. */
export type Loaded = Readonly<Record<string, Readonly<Record<string, ServiceFactory>>>>;

/** The declarations of all services. Creating a service uses nothing of the runtime before it starts. */
export function declaredServices(runtime: Runtime, loaded: Loaded): readonly Declared[] {
  return Object.entries(loaded).flatMap(([process, services]) =>
    Object.entries(services).map(([service, factory]) => declaredBy(service, process, factory(runtime))),
  );
}

/** The collections in the database of each process, from the services that were created on this runtime. */
export function declaredCollections(runtime: Runtime, loaded: Loaded): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.keys(loaded).map((process) => [process, Object.keys(runtime.database(process).connection.models).sort()]),
  );
}

function declaredBy(service: string, process: string, schema: ServiceSchema): Declared {
  const { calls = [], durable = [] } = schema as Partial<BusParts> & DurableParts;
  const implementations = Object.values(schema.actions ?? {}).filter(isImplementation);
  return {
    service,
    process,
    actions: implementations.flatMap(({ contract }) => actionNamesOf(contract)).sort(),
    calls: [...new Set(calls.flatMap(actionNamesOf))].sort(),
    owns: namesOf(allEvents.filter((event) => ownsEvent(event, service))),
    consumes: [...new Set(durable.map(({ event }) => event))].sort(),
    hints: namesOf(Object.values(HINTS).filter(({ owner }) => owner === service)),
    hears: Object.keys(schema.events ?? {}).sort(),
  };
}

/** Actions without a contract belong to the router and are not called over the bus. */
function isImplementation(action: unknown): action is Implementation {
  return typeof action === "object" && action !== null && "contract" in action;
}

function namesOf(contracts: readonly { readonly name: string }[]): string[] {
  return contracts.map(({ name }) => name).sort();
}
