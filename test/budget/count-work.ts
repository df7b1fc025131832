import { channel } from "node:diagnostics_channel";
import type { CallingOptions, ServiceBroker } from "moleculer";
import { processes } from "#deploy/launch/services.ts";
import { runningAction, runningRequestId } from "#libs/contract-kit/running-action.ts";
import type { Budget } from "./wallet-budgets.ts";

/**
 * Counts the work of each request, including the consumers of its events. A read that a process makes at most once a second for all
 * requests counts for no request.
 */
export interface WorkCounter {
  /** The work so far for the request with a correlation id, step by step. */
  stepsOf(requestId: string): readonly string[];
  /** The ids of the batches of events, calls and writes so far. */
  groups(): readonly string[];
  /**
   * The number of database commands, transactions and calls between processes. The command that commits a transaction counts as one; a call
   * is two messages on the bus.
   */
  of(requestId: string): Budget;
  /** The work so far for several requests, and for the batches of any requests. */
  ofAll(requestIds: readonly string[]): Budget;
  stop(): void;
}

interface CommandEvent {
  readonly event: string;
  readonly details: { readonly commandName: string; readonly command: Readonly<Record<string, unknown>> };
}

const CALL = "call ";
/** Ids of batches of events, calls and writes. */
const BATCH_ID = /^(facts|pack|batch)-/;
const COMMIT = "commitTransaction";

const processOf = new Map(Object.entries(processes).flatMap(([name, services]) => Object.keys(services).map((service) => [service, name])));
const hostOf = (action: string) => processOf.get(action.split(".")[0] ?? "");

/**
 * Counts the commands of this process by request. Starts before the databases are opened, because only connections opened later report
 * their commands.
 */
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
    groups: () => [...steps.keys()].filter((id) => BATCH_ID.test(id)),
    stop: () => channel("mongo:command").unsubscribe(onCommand),
  };
}

/** Also counts the calls of a broker that go over the bus in a cluster. */
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
