import { channel } from "node:diagnostics_channel";
import type { CallingOptions, ServiceBroker } from "moleculer";
import { processes } from "#deploy/launch/services.ts";
import { runningAction, runningRequestId } from "#libs/contract-kit/running-action.ts";
import type { Budget } from "./budgets.ts";

/**
 * Counts what is done for each request, the consumers of its facts included. A read that a process makes at most once a second for
 * all requests belongs to none of them.
 */
export interface WorkCounter {
  /** What was done so far for the request with a correlation id, step by step. */
  stepsOf(requestId: string): readonly string[];
  /** The ids of the groups of facts, packs of calls and shared writes so far. */
  groups(): readonly string[];
  /**
   * How many commands to the databases, transactions and calls between processes these are. The command that commits a transaction
   * counts as one; a call is two messages on the bus.
   */
  of(requestId: string): Budget;
  /** What was done so far for several requests, and for groups of any requests. */
  ofAll(requestIds: readonly string[]): Budget;
  stop(): void;
}

interface CommandEvent {
  readonly event: string;
  readonly details: { readonly commandName: string; readonly command: Readonly<Record<string, unknown>> };
}

const CALL = "call ";
/** Ids of batches of events, of calls and of writes. */
const GROUP_ID = /^(facts|pack|batch)-/;
const COMMIT = "commitTransaction";

const processOf = new Map(Object.entries(processes).flatMap(([name, services]) => Object.keys(services).map((service) => [service, name])));
const hostOf = (action: string) => processOf.get(action.split(".")[0] ?? "");

/** Counts the commands of this process by the request that they are sent for. Begins before the databases are opened: only then do they report. */
export function countCommands(): Omit<WorkCounter, "of" | "ofAll"> & { note(requestId: string, step: string): void } {
  const steps = new Map<string, string[]>();
  const note = (requestId: string, step: string) => {
    const known = steps.get(requestId);
    if (known) known.push(step);
    else steps.set(requestId, [step]);
  };
  const onCommand = (message: unknown) => {
    const { event, details } = message as CommandEvent;
    const requestId = runningRequestId();
    if (event === "commandStarted" && requestId !== null)
      note(requestId, `${details.commandName} ${String(details.command[details.commandName])}`);
  };
  channel("mongo:command").subscribe(onCommand);
  return {
    note,
    stepsOf: (requestId) => steps.get(requestId) ?? [],
    groups: () => [...steps.keys()].filter((id) => GROUP_ID.test(id)),
    stop: () => channel("mongo:command").unsubscribe(onCommand),
  };
}

/** Counts the calls of a broker, too: those that go over the bus in a cluster. */
export function countWork(commands: ReturnType<typeof countCommands>, broker: ServiceBroker): WorkCounter {
  const call = broker.call.bind(broker) as (name: string, params?: unknown, options?: CallingOptions) => Promise<unknown>;
  broker.call = ((name: string, params?: unknown, options?: CallingOptions) => {
    const requestId = options?.parentCtx?.requestID ?? options?.requestID ?? runningRequestId();
    const caller = runningAction()?.name;
    if (requestId && !(caller && hostOf(caller) === hostOf(name))) commands.note(requestId, `${CALL}${name}`);
    return call(name, params, options);
  }) as typeof broker.call;
  const { stepsOf, groups, stop } = commands;
  const ofAll = (ids: readonly string[]): Budget => {
    const steps = ids.flatMap((id) => stepsOf(id));
    const count = (kind: string) => steps.filter((step) => step.startsWith(kind)).length;
    return [steps.length - count(CALL), count(COMMIT), count(CALL)];
  };
  return {
    stepsOf,
    groups,
    of: (requestId) => ofAll([requestId]),
    ofAll: (requestIds) => ofAll([...requestIds, ...groups()]),
    stop,
  };
}
