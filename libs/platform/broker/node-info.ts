import { publicFacts } from "#libs/contracts/public-facts.ts";

/** Maximum number of services, of actions and of events in the description of a node: a longer one is an attack. */
const MOST = 1_000;
/** The same for subscribers, who are strangers. */
const MAX_OF_STRANGER = 50;
const NAME = /^[\w$.-]{1,128}$/;
/** A name that may end in wildcards, which needs no backtracking. */
const OPEN_NAME = /^[\w$.-]{0,128}\*{1,2}$/;
const PUBLIC_FACTS: ReadonlySet<string> = new Set(publicFacts.map(({ type }) => type));

/** A parsed object of which nothing is known. */
type Raw = Readonly<Record<string, unknown>>;

/** A service as Moleculer registers it. */
interface ServiceInfo {
  readonly name: string;
  readonly fullName: string;
  readonly settings: object;
  readonly metadata: object;
  readonly actions: Readonly<Record<string, { readonly name: string; readonly rawName: string }>>;
  readonly events: Readonly<Record<string, { readonly name: string; readonly group?: string }>>;
}

/** The accepted part of a service; null refuses the packet. */
type Reading = (service: Raw, name: string, fullName: string) => Pick<ServiceInfo, "actions" | "events"> | "skip" | null;

/**
 * The description that a process gives of itself, reduced to the names of its actions and events. Null for a description that no honest
 * node gives. Moleculer builds regular expressions from names with wildcards, which can run for ever. It would also apply options beside an
 * action's name, such as a fallback or retries, to the calls of this process. With proven names (`hosts`), a node speaks for the services
 * of its process only; a service that the roster does not know yet is skipped.
 */
export function infoOfProcess(packet: object, process: string, hosts: Readonly<Record<string, string>> | null): object | null {
  const owns = (name: string) => !hosts || name.startsWith("$") || (Object.hasOwn(hosts, name) ? hosts[name] === process : null);
  return infoOf(packet, ({ actions, events }, name, fullName) => {
    const owned = [owns(name), owns(fullName)];
    if (owned.includes(false)) return null;
    if (owned.includes(null)) return "skip";
    const [named, heard] = [entriesOf(actions), entriesOf(events)];
    if (!named || !heard || heard.length > MOST || named.length > MOST) return null;
    if (!named.every(([action]) => isName(action) && action.startsWith(`${fullName}.`))) return null;
    if (!heard.every(([event, { group }]) => isName(event) && isGroup(group))) return null;
    const callable = named.filter(([, { visibility }]) => visibility == null || visibility === "published" || visibility === "public");
    return {
      actions: Object.fromEntries(callable.map(([action]) => [action, { name: action, rawName: action.slice(fullName.length + 1) }])),
      events: eventsOf(heard),
    };
  });
}

/** The same for a subscriber: only the public facts that its services consume count, because its actions are never called. */
export function infoOfSubscriber(packet: object): object | null {
  return infoOf(
    packet,
    ({ events }) => {
      const heard = entriesOf(events)?.filter(([event]) => PUBLIC_FACTS.has(event) || OPEN_NAME.test(event));
      if (!heard || heard.length > MAX_OF_STRANGER || !heard.every(([, { group }]) => isGroup(group))) return null;
      return heard.length > 0 ? { actions: {}, events: eventsOf(heard) } : "skip";
    },
    MAX_OF_STRANGER,
  );
}

function infoOf(packet: object, read: Reading, most = MOST): object | null {
  const { ver, sender, services, seq, instanceID, hostname, client, ipList } = packet as Raw;
  if (!Array.isArray(services) || services.length > MOST) return null;
  const stored: ServiceInfo[] = [];
  for (const service of services as unknown[]) {
    if (!isObject(service)) return null;
    const { name, fullName = name } = service;
    if (!isName(name) || !isName(fullName)) return null;
    const reading = read(service, name, fullName);
    if (reading === null) return null;
    if (reading !== "skip") stored.push({ name, fullName, settings: {}, metadata: {}, ...reading });
  }
  if (stored.length > most) return null;
  const { type, version, langVersion } = isObject(client) ? client : {};
  const about = { type: textOf(type), version: textOf(version), langVersion: textOf(langVersion) };
  const addresses = Array.isArray(ipList) ? ipList.slice(0, MAX_OF_STRANGER).map(textOf) : [];
  const node = { instanceID: textOf(instanceID), hostname: textOf(hostname), client: about, ipList: addresses };
  return { ver, sender, seq: typeof seq === "number" ? seq : 1, ...node, config: {}, metadata: {}, services: stored };
}

function eventsOf(heard: readonly (readonly [string, Raw])[]): ServiceInfo["events"] {
  return Object.fromEntries(heard.map(([name, { group }]) => [name, { name, ...(isName(group) && { group }) }]));
}

/** The named parts of a service; null where one is no object. */
function entriesOf(parts: unknown): (readonly [string, Raw])[] | null {
  const entries = Object.entries(isObject(parts) ? parts : {});
  return entries.every((entry): entry is [string, Raw] => isObject(entry[1])) ? entries : null;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "__proto__" && NAME.test(value);
}

function isGroup(value: unknown): boolean {
  return value == null || isName(value);
}

function isObject(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 128) : "";
}
