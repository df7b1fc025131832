import { allContracts } from "#libs/contracts/index.ts";
import { publicFacts } from "#libs/contracts/public-facts.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import { type Declared, EVERYBODY_CALLS, EVERYBODY_HEARS, OPERATOR_CALLS } from "./declared.ts";

/** The subjects of one process. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** Everything that the permissions of bus and stores and the roster are made of; `deploy/bus/subjects.json`. */
export interface BusPlan {
  /** Which process hosts each service. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The actions that each service calls; those under `*` are everybody's. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  readonly processes: Readonly<Record<string, Permissions>>;
  /** The collections of the database of each process. */
  readonly collections: Readonly<Record<string, readonly string[]>>;
  /** What an operator may call: what anybody may read, and what the own node tells. */
  readonly operatorCalls: readonly string[];
  /** The requests that the account of the processes imports from that of the streams: subject there, name here. */
  readonly imports: Readonly<Record<string, string>>;
  /** The account of the subscribers outside: the service that tells them facts, and one of them with what it imports of the streams. */
  readonly outside: {
    readonly facts: Permissions;
    readonly subscriber: Permissions;
    readonly imports: Readonly<Record<string, string>>;
  };
}

/** The namespace in the subjects of a plan. */
export const PLAN_NAMESPACE = "NAMESPACE";
/** The place of the operators in the subjects of a plan: one line for each of them. */
export const OPERATOR = "OPERATOR";
/** The place of a subscriber in its subjects. */
export const SUBSCRIBER = "SUBSCRIBER";
/** The place of a word that only the holder of a key knows. */
export const PRIVATE_WORD = "PRIVATE";
/** The service that passes public facts on. */
const FACTS = "facts";

const M = `MOL-${PLAN_NAMESPACE}`;
const names = streamNames(PLAN_NAMESPACE);
const API = names.apiPrefix;
const STREAMS = [names.events, names.deadLetters, names.facts];
const unique = (subjects: readonly string[]): string[] => [...new Set(subjects)].sort();

export function busPlan(declared: readonly Declared[], collections: BusPlan["collections"]): BusPlan {
  const hosts = Object.fromEntries(declared.map(({ service, process }) => [service, process]));
  const processes = unique(Object.values(hosts));
  return {
    hosts,
    calls: { "*": EVERYBODY_CALLS, ...Object.fromEntries(declared.map(({ service, calls }) => [service, calls])) },
    processes: Object.fromEntries(processes.map((process) => [process, permissionsOf(process, declared)])),
    collections,
    operatorCalls: operatorCalls(),
    imports: imports(groupsOf(declared)),
    outside: outside(),
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
  const groups = groupsOf(own);
  return {
    publish: unique([
      ...membership(process),
      ...calls.map((action) => `${M}.REQB.${action}.from.${process}`),
      ...[...callers, ...(answersOperators ? [OPERATOR] : [])].map((caller) => `${M}.RES.${caller}.*.from.${process}`),
      ...hints.flatMap((hint) => hearersOf(hint, declared).map((hearer) => `${M}.EVENT.${hearer}.*.${hint}.from.${process}`)),
      ...own.flatMap(({ owns }) => owns).map(names.eventSubject),
      ...(hosts(own, FACTS) ? publicFacts.map(({ type }) => names.factSubject(type)) : []),
      ...groups.flatMap((each) => [
        names.deadLetterSubject(each.group, each.fact),
        ...consumerRequests(each).map((request) => `${API}.${request}`),
        `$JS.ACK.${names.events}.${names.durable(each.group, each.fact)}.>`,
      ]),
      ...STREAMS.map((stream) => `${API}.STREAM.INFO.${stream}`),
    ]),
    subscribe: unique([
      ...listening(process),
      ...own.filter(({ actions }) => actions.length > 0).map(({ service }) => `${M}.REQB.${service}.>`),
      ...own.map(({ service }) => `${M}.EVENTB.${service}.>`),
    ]),
  };
}

/** Hints are broadcast to the nodes that say that they hear them. What a node says is not enough. */
function hearersOf(hint: string, declared: readonly Declared[]): string[] {
  if (hint === EVERYBODY_HEARS) return ["*"];
  return unique(declared.filter(({ hears }) => hears.includes(hint)).map(({ process }) => process));
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
    `${M}.EVENTB.$config-sync.${EVERYBODY_HEARS}.from.*`,
    `_INBOX.${process}.>`,
  ];
}

/** A service that consumes a fact. */
interface Group {
  readonly group: string;
  readonly fact: string;
}

function groupsOf(declared: readonly Declared[]): Group[] {
  return declared.flatMap(({ service, consumes }) => consumes.map((fact) => ({ group: service, fact })));
}

/** The requests of a group for its own consumer. */
function consumerRequests({ group, fact }: Group): string[] {
  const name = names.durable(group, fact);
  const request = (verb: string) => `CONSUMER.${verb}.${names.events}.${name}`;
  return [`${request("CREATE")}.${names.eventSubject(fact)}`, ...["INFO", "DELETE", "MSG.NEXT"].map(request)];
}

const OWN_NODE = "$node.*";

function operatorCalls(): string[] {
  const reads = allContracts.filter(({ http }) => http?.method === "GET" && http.auth === "public");
  return [...OPERATOR_CALLS, ...unique(reads.map(({ name }) => name)), OWN_NODE];
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
 * where nobody serves it. They are named one by one: nats-server 2.9 ends with a panic when an answer is steered to an import that renames
 * subjects by a wildcard.
 */
function imports(groups: readonly Group[]): Record<string, string> {
  const requests = unique([...STREAMS.map((stream) => `STREAM.INFO.${stream}`), ...groups.flatMap(consumerRequests)]);
  return {
    ...unchanged([names.eventSubjects, names.deadLetterSubjects, names.factSubjects, `$JS.ACK.${names.events}.>`]),
    ...renamed(requests, API),
  };
}

function renamed(requests: readonly string[], prefix: string): Record<string, string> {
  return Object.fromEntries(requests.map((request) => [`$JS.API.${request}`, `${prefix}.${request}`]));
}

/**
 * Subscribers speak plain Moleculer: membership, and events from the service of the facts alone. Of the streams each reaches its own consumer.
 * All of them share the imports of their account, where an answer may be steered to any subject. So each import has a word in it that only
 * its subscriber knows.
 */
function outside(): BusPlan["outside"] {
  const kinds = ["INFO", "DISCOVER", "HEARTBEAT", "DISCONNECT", "PING"].map((kind) => `${M}.${kind}`);
  const toNode = ["INFO", "DISCOVER", "PING", "PONG"].map((kind) => `${M}.${kind}.>`);
  const consumer = (verb: string) => `CONSUMER.${verb}.${names.facts}.${SUBSCRIBER}`;
  const requests = ["INFO", "MSG.NEXT"].map(consumer);
  const acknowledgements = `$JS.ACK.${names.facts}.${SUBSCRIBER}.>`;
  return {
    facts: { publish: unique([...kinds, ...toNode, `${M}.EVENT.>`]), subscribe: [`${M}.>`] },
    subscriber: {
      publish: unique([...kinds, ...toNode, ...requests.map((request) => `${API}.${PRIVATE_WORD}.${request}`), acknowledgements]),
      subscribe: [`${M}.>`, `_INBOX.${SUBSCRIBER}.>`],
    },
    imports: {
      ...unchanged([acknowledgements]),
      ...renamed(requests, `${API}.${PRIVATE_WORD}`),
    },
  };
}

function unchanged(subjects: readonly string[]): Record<string, string> {
  return Object.fromEntries(subjects.map((same) => [same, same]));
}

function hosts(own: readonly Declared[], service: string): boolean {
  return own.some((each) => each.service === service);
}
