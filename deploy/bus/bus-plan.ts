import { allContracts } from "#libs/contracts/index.ts";
import { publicFacts } from "#libs/contracts/public-facts.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import { type Declared, EVERYBODY_CALLS, EVERYBODY_HEARS, OPERATOR_CALLS } from "./declared.ts";

/** The subjects of one process. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** `deploy/bus/subjects.json`: the source of the permissions of bus and stores, and of the roster. */
export interface BusPlan {
  /** Which process hosts each service. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The actions that each service calls; every process may call those under `*`. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  readonly processes: Readonly<Record<string, Permissions>>;
  /** The collections in the database of each process. */
  readonly collections: Readonly<Record<string, readonly string[]>>;
  /** The actions that an operator may call: public reads, those of the console, and the internal ones of the operator's own node. */
  readonly operatorCalls: readonly string[];
  /** The requests that the account of the processes imports from the streams account: subject there → name here. */
  readonly imports: Readonly<Record<string, string>>;
  /** The subscribers' account: the service that publishes facts to it, and the permissions and stream imports of one subscriber. */
  readonly outside: {
    readonly facts: Permissions;
    readonly subscriber: Permissions;
    readonly imports: Readonly<Record<string, string>>;
  };
}

/** Placeholder in the subjects of a plan for the namespace. */
export const PLAN_NAMESPACE = "NAMESPACE";
/** Placeholder for an operator: its subjects are repeated for each operator. */
export const OPERATOR = "OPERATOR";
/** Placeholder for a subscriber. */
export const SUBSCRIBER = "SUBSCRIBER";
/** Placeholder for a secret word that only the holder of a key knows. */
export const PRIVATE_WORD = "PRIVATE";
/** The service that passes public facts on to subscribers. */
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

/**
 * Hints are broadcast to the nodes that announce a listener. The plan limits them to processes whose code declares one, because a node can
 * announce anything.
 */
function hearersOf(hint: string, declared: readonly Declared[]): string[] {
  if (hint === EVERYBODY_HEARS) return ["*"];
  return unique(declared.filter(({ hears }) => hears.includes(hint)).map(({ process }) => process));
}

/** Announcements of a process about itself. */
function membership(process: string): string[] {
  return [
    ...["INFO", "DISCOVER", "HEARTBEAT", "DISCONNECT", "PING"].map((kind) => `${M}.${kind}.from.${process}`),
    ...["INFO", "DISCOVER", "PING", "PONG"].map((kind) => `${M}.${kind}.*.*.from.${process}`),
  ];
}

/** Announcements of the other processes, and messages to its own nodes. */
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

/** A service that consumes an event. */
interface Group {
  readonly group: string;
  readonly fact: string;
}

function groupsOf(declared: readonly Declared[]): Group[] {
  return declared.flatMap(({ service, consumes }) => consumes.map((fact) => ({ group: service, fact })));
}

/** The JetStream requests of a consumer group for its own consumer. */
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

/** The permissions of an operator: its calls, also to a node of its choice, and the actions of its own node. */
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
 * JetStream answers on the subject that the requester names, with the rights of the server. The streams therefore have their own account.
 * The processes import only these requests of it, under a prefix. An answer that is steered elsewhere then arrives in the account of the
 * processes, where that subject has no listener. Each request is listed by name: nats-server 2.9 panics when an answer is steered to an
 * import that renames subjects by a wildcard.
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
 * Subscribers speak plain Moleculer: membership, and events from the facts service only. Each reaches only its own stream consumer. All
 * share the imports of their account, where an answer may be steered to any subject. So each import contains a secret word that only its
 * subscriber knows.
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
