import { HINTS } from "#libs/contracts/hints.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import { type Declared, EVERYBODY_CALLS } from "./declared.ts";

/** The subjects of one process. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** Everything that the permissions of the bus and the roster are made of; `deploy/bus/subjects.json`. */
export interface BusPlan {
  /** Which process hosts each service. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The actions that each service calls; those under `*` are everybody's. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  readonly processes: Readonly<Record<string, Permissions>>;
  /** What an operator may call: what anybody may read, and what the own node tells. */
  readonly operatorCalls: readonly string[];
  /** The requests that the account of the processes imports from that of the streams: subject there, name here. */
  readonly imports: Readonly<Record<string, string>>;
}

/** The namespace in the subjects of a plan. */
export const PLAN_NAMESPACE = "NAMESPACE";
/** The place of the operators in the subjects of a plan: one line for each of them. */
export const OPERATOR = "OPERATOR";

const M = `MOL-${PLAN_NAMESPACE}`;
const names = streamNames(PLAN_NAMESPACE);
const API = names.apiPrefix;
const unique = (subjects: readonly string[]): string[] => [...new Set(subjects)].sort();

export function busPlan(declared: readonly Declared[]): BusPlan {
  const hosts = Object.fromEntries(declared.map(({ service, process }) => [service, process]));
  const processes = unique(Object.values(hosts));
  return {
    hosts,
    calls: { "*": EVERYBODY_CALLS, ...Object.fromEntries(declared.map(({ service, calls }) => [service, calls])) },
    processes: Object.fromEntries(processes.map((process) => [process, permissionsOf(process, declared)])),
    operatorCalls: operatorCalls(),
    imports: imports(),
  };
}

function permissionsOf(process: string, declared: readonly Declared[]): Permissions {
  const own = declared.filter((each) => each.process === process);
  const calls = unique([...own.flatMap((each) => each.calls), ...EVERYBODY_CALLS]);
  const hosted = new Set(own.flatMap(({ actions }) => actions));
  const asks = ({ calls: theirs }: Declared) => [...theirs, ...EVERYBODY_CALLS].some((action) => hosted.has(action));
  const callers = unique(declared.filter(asks).map((each) => each.process));
  const answersOperators = operatorCalls().some((action) => hosted.has(action));
  const hints = own.flatMap((each) => each.hints);
  const groups = own.flatMap(({ service, consumes }) => consumes.map((fact) => ({ group: service, fact })));
  return {
    publish: unique([
      ...membership(process),
      ...calls.map((action) => `${M}.REQB.${action}.from.${process}`),
      ...[...callers, ...(answersOperators ? [OPERATOR] : [])].map((caller) => `${M}.RES.${caller}.*.from.${process}`),
      ...hints.flatMap((hint) => [`${M}.EVENT.*.*.${hint}.from.${process}`, `${M}.EVENTB.*.${hint}.from.${process}`]),
      ...own.flatMap(({ owns }) => owns).map(names.eventSubject),
      ...groups.flatMap(({ group, fact }) => [names.deadLetterSubject(group, fact), ...durable(group, fact)]),
      ...[names.events, names.deadLetters].map((stream) => `${API}.STREAM.INFO.${stream}`),
    ]),
    subscribe: unique([
      ...listening(process),
      ...own.filter(({ actions }) => actions.length > 0).map(({ service }) => `${M}.REQB.${service}.>`),
      ...own.map(({ service }) => `${M}.EVENTB.${service}.>`),
    ]),
  };
}

/** Telling the others about oneself. */
function membership(process: string): string[] {
  return [
    ...["INFO", "DISCOVER", "HEARTBEAT", "DISCONNECT", "PING"].map((kind) => `${M}.${kind}.from.${process}`),
    ...["INFO", "DISCOVER", "PING", "PONG"].map((kind) => `${M}.${kind}.*.*.from.${process}`),
  ];
}

/** Hearing about the others, and what is meant for one's own nodes. */
function listening(process: string): string[] {
  return [
    ...["INFO", "DISCOVER", "HEARTBEAT", "DISCONNECT", "PING"].map((kind) => `${M}.${kind}.from.*`),
    `${M}.*.${process}.*.from.*`,
    `${M}.REQ.${process}.*.>`,
    `${M}.EVENT.${process}.*.>`,
    `${M}.EVENTB.$config-sync.${HINTS.configChanged.name}.from.*`,
    `_INBOX.${process}.>`,
  ];
}

/** The requests of a group for its own consumer, and its acknowledgements. */
function durable(group: string, fact: string): string[] {
  const name = names.durable(group, fact);
  const consumer = (verb: string) => `${API}.CONSUMER.${verb}.${names.events}.${name}`;
  return [
    `${consumer("CREATE")}.${names.eventSubject(fact)}`,
    ...["INFO", "DELETE", "MSG.NEXT"].map(consumer),
    `$JS.ACK.${names.events}.${name}.>`,
  ];
}

const OWN_NODE = "$node.*";

function operatorCalls(): string[] {
  const reads = allContracts.filter(({ http }) => http?.method === "GET" && http.auth === "public");
  return [...EVERYBODY_CALLS, ...unique(reads.map(({ name }) => name)), OWN_NODE];
}

/** What an operator may do: its calls, also to a node of its choice, and the actions of its own node. */
export function operatorPermissions({ operatorCalls: calls }: Pick<BusPlan, "operatorCalls">): Permissions {
  return {
    publish: unique([
      ...membership(OPERATOR),
      ...calls.flatMap((action) => [`${M}.REQB.${action}.from.${OPERATOR}`, `${M}.REQ.*.*.${action}.from.${OPERATOR}`]),
      `${M}.RES.${OPERATOR}.*.from.${OPERATOR}`,
    ]),
    subscribe: unique([...listening(OPERATOR), `${M}.REQB.${OWN_NODE}.from.*`]),
  };
}

/**
 * JetStream answers on the subject that the asker names, with the rights of the server. The streams therefore lie in an account of their
 * own, and of its requests the processes have these only, under a prefix: an answer that is steered elsewhere lands among the processes,
 * where nobody serves it.
 */
function imports(): Record<string, string> {
  const streams = [names.events, names.deadLetters].map((stream) => `STREAM.INFO.${stream}`);
  const consumers = [`CREATE.${names.events}.>`, `INFO.${names.events}.*`, `DELETE.${names.events}.*`, `MSG.NEXT.${names.events}.*`];
  const requests = [...streams, ...consumers.map((verb) => `CONSUMER.${verb}`)];
  return {
    ...Object.fromEntries([names.eventSubjects, names.deadLetterSubjects, `$JS.ACK.${names.events}.>`].map((same) => [same, same])),
    ...Object.fromEntries(requests.map((request) => [`$JS.API.${request}`, `${API}.${request}`])),
  };
}
