import { hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nkeys } from "nats";
import { systemClock } from "#libs/kernel/clock.ts";
import { randomSecret } from "#libs/kernel/secrets.ts";
import type { ProcessKeys, Roster } from "#libs/platform/bus/key-files.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import type { BusPlan } from "../bus/bus-plan.ts";
import { natsConf, privateWord } from "../bus/nats-conf.ts";
import { isExpiring, newAuthority, newServerCertificate } from "./certificate.ts";
import { mongoUsersScript } from "./mongo-users.ts";
import { appendOnlyOf, redisAcl, storeUsers } from "./store-users.ts";

export interface KeysOptions {
  /** The folder of the keys. */
  readonly folder: string;
  readonly namespace: string;
  readonly databasePrefix: string;
  /** Names and addresses of the bus server. */
  readonly hosts?: readonly string[];
  /** The folder as the bus server sees it. Default: the path of the last run, else the folder itself. */
  readonly folderOfServer?: string | undefined;
  /** The folder in which the bus server stores its streams. Default: the path of the last run, else `nats` beside the keys. */
  readonly storeOfServer?: string | undefined;
}

const SUBJECTS = new URL("../bus/subjects.json", import.meta.url);
const HOSTS = ["localhost", "127.0.0.1", "::1", "nats"];
const LOCAL_OPERATOR = "operator";
const SEAL_ROOT = "root.json";
/** Name of an operator or a subscriber. */
const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** `subscriber-<name>.json`: the credential of a subscriber. */
export interface SubscriberCredential {
  readonly servers: readonly string[];
  /** The authority of the bus's certificate, as PEM. */
  readonly ca: string;
  readonly nkeySeed: string;
  /** The Moleculer namespace. */
  readonly namespace: string;
  /** The stream of public facts, the subscriber's consumer on it, and the prefix for its requests. */
  readonly stream: string;
  readonly durable: string;
  readonly apiPrefix: string;
}

/** Creates missing keys in the folder and keeps existing ones. Rewrites permissions and roster. */
export async function makeKeys(options: KeysOptions): Promise<void> {
  const { folder } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  await makeCertificates(folder, [...HOSTS, ...(options.hosts ?? [])]);
  const plan = readPlan();
  await writeProcessKeys(options, plan);
  if (!readKeys(folder, LOCAL_OPERATOR)) writeSecret(folder, `${LOCAL_OPERATOR}.json`, { process: LOCAL_OPERATOR, nkeySeed: newSeed() });
  writeRoster(options, plan, { operators: [LOCAL_OPERATOR, ...operatorsOf(folder)] });
}

/** Writes the files of the processes and the users of the stores. Existing keys and passwords stay. */
async function writeProcessKeys(options: KeysOptions, plan: BusPlan): Promise<void> {
  const { folder } = options;
  const seals = sealKeysOf(folder, Object.keys(plan.processes));
  for (const process of Object.keys(plan.processes)) {
    const stored = readKeys(folder, process);
    writeSecret(folder, `${process}.json`, {
      process,
      nkeySeed: stored?.nkeySeed ?? newSeed(),
      ...(process === "config" && { streamsSeed: stored?.streamsSeed ?? newSeed() }),
      ...(process === plan.hosts.facts && { factsSeed: stored?.factsSeed ?? newSeed() }),
      storePassword: stored?.storePassword ?? randomSecret(),
      redisPassword: stored?.redisPassword ?? randomSecret(),
      sealKey: seals[process],
      ...(process === "gateway" && { sealKeys: seals }),
    } as ProcessKeys);
  }
  await writeStoreUsers(options, plan);
}

/** Creates a key for an operator, a person who inspects a running system. */
export function makeOperator(options: KeysOptions, name: string): void {
  const { folder } = options;
  if (!NAME.test(name) || Object.hasOwn(readPlan().processes, name)) throw new Error(`${name} cannot be the name of an operator`);
  if (!readKeys(folder, name)) writeSecret(folder, `${name}.json`, { process: name, nkeySeed: newSeed() });
  writeRoster(options, readPlan(), { operators: [...operatorsOf(folder), name] });
}

/**
 * Creates the credential file of a subscriber of public facts. An existing one keeps its key and gets the servers.
 * @param servers URLs of the bus, as the subscriber reaches it
 */
export function makeSubscriber(options: KeysOptions, name: string, servers: readonly string[]): void {
  const { folder } = options;
  if (!NAME.test(name)) throw new Error(`${name} cannot be the name of a subscriber`);
  writeSubscriber(options, name, servers, readKeys(folder, subscriberFile(name))?.nkeySeed ?? newSeed());
  writeRoster(options, readPlan(), { subscribers: [...subscribersOf(folder), name] });
}

function writeSubscriber({ folder, namespace }: KeysOptions, name: string, servers: readonly string[], nkeySeed: string): void {
  const { facts: stream, apiPrefix: prefix } = streamNames(namespace);
  const ca = readFileSync(join(folder, "ca.pem"), "utf8");
  const apiPrefix = `${prefix}.${privateWord(publicKeyOf(nkeySeed))}`;
  const credential: SubscriberCredential = { servers, ca, nkeySeed, namespace, stream, durable: name, apiPrefix };
  writeSecret(folder, `${subscriberFile(name)}.json`, credential);
}

/** Adds a key for a process, an operator or a subscriber (`subscriber-NAME`). The former keys stay valid until they are retired. */
export function rotateKey(options: KeysOptions, name: string): void {
  const { folder } = options;
  const keys = readKeys(folder, name);
  if (!keys?.nkeySeed) throw new Error(`there is no key of ${name}`);
  const { streamsSeed, factsSeed, durable, servers = [] } = keys;
  const further = { ...(streamsSeed && { streamsSeed: newSeed() }), ...(factsSeed && { factsSeed: newSeed() }) };
  if (durable) writeSubscriber(options, durable, servers, newSeed());
  else writeSecret(folder, `${name}.json`, { ...keys, nkeySeed: newSeed(), ...further });
  writeRoster(options, readPlan());
}

/** Retires the former keys of a process, an operator or a subscriber. */
export function retireKey(options: KeysOptions, name: string): void {
  if (!readKeys(options.folder, name)) throw new Error(`there is no key of ${name}`);
  writeRoster(options, readPlan(), { retired: name });
}

/**
 * Revokes everything in the file of a name, after the file has leaked. An operator or a subscriber gets no new key. A process gets new keys
 * and passwords, and all processes get new seal keys. The bus accepts the new key at once; stores and seals need a restart of the system.
 */
export async function revokeKey(options: KeysOptions, name: string): Promise<void> {
  const { folder } = options;
  const people = [...operatorsOf(folder), ...subscribersOf(folder).map(subscriberFile)];
  if (people.includes(name)) rmSync(join(folder, `${name}.json`));
  else {
    rotateKey(options, name);
    writeSecret(folder, `${name}.json`, { ...readKeys(folder, name), storePassword: randomSecret(), redisPassword: randomSecret() });
    rmSync(join(folder, SEAL_ROOT));
    await writeProcessKeys(options, readPlan());
  }
  writeRoster(options, readPlan(), { retired: name });
}

function operatorsOf(folder: string): string[] {
  return Object.keys(readRoster(folder)?.keys.operators ?? {}).filter((name) => readKeys(folder, name));
}

function subscribersOf(folder: string): string[] {
  return Object.keys(readRoster(folder)?.keys.subscribers ?? {}).filter((name) => readKeys(folder, subscriberFile(name)));
}

/** Name of its key file; the prefix separates subscribers from processes. */
function subscriberFile(name: string): string {
  return `subscriber-${name}`;
}

interface RosterChange {
  readonly operators?: readonly string[];
  readonly subscribers?: readonly string[];
  /** Name whose former keys are retired; those of the others stay valid. */
  readonly retired?: string;
}

function writeRoster(options: KeysOptions, plan: BusPlan, change: RosterChange = {}): void {
  const { folder, namespace } = options;
  const { operators = operatorsOf(folder), subscribers = subscribersOf(folder), retired } = change;
  const { keys: former, server: known } = readRoster(folder) ?? {};
  const server = {
    folder: options.folderOfServer ?? known?.folder ?? resolve(folder),
    store: options.storeOfServer ?? known?.store ?? resolve(folder, "../nats"),
  };
  const keysOf = (name: string, seed: string | undefined, stored: readonly string[] = []) => [
    ...new Set([publicKeyOf(seed), ...(name === retired ? [] : stored)]),
  ];
  const byName = (names: readonly string[], stored: Readonly<Record<string, readonly string[]>> = {}, fileOf = (name: string) => name) =>
    Object.fromEntries(
      [...new Set(names)].map((name) => [name, keysOf(fileOf(name), readKeys(folder, fileOf(name))?.nkeySeed, stored[name])]),
    );
  const { facts = "" } = plan.hosts;
  const roster: Roster = {
    namespace,
    hosts: plan.hosts,
    calls: plan.calls,
    operatorCalls: plan.operatorCalls,
    server,
    keys: {
      processes: byName(Object.keys(plan.processes), former?.processes),
      operators: byName(operators, former?.operators),
      streams: keysOf("config", readKeys(folder, "config")?.streamsSeed, former?.streams),
      facts: keysOf(facts, readKeys(folder, facts)?.factsSeed, former?.facts),
      subscribers: byName(subscribers, former?.subscribers, subscriberFile),
    },
  };
  writeSecret(folder, "roster.json", roster);
  writeSecret(folder, "nats.conf", natsConf(plan, { ...server, namespace, users: roster.keys }));
}

async function makeCertificates(folder: string, hosts: readonly string[]): Promise<void> {
  const now = systemClock.now();
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : null);
  const stored = read("ca.pem");
  const known = stored !== null && !isExpiring(stored, now) ? { certificate: stored, key: read("ca.key") ?? "" } : null;
  const server = read("bus.pem");
  if (known && server !== null && !isExpiring(server, now)) return;
  const authority = known ?? (await newAuthority(now));
  const bus = await newServerCertificate(authority, hosts, now);
  const files = { "ca.pem": authority.certificate, "ca.key": authority.key, "bus.pem": bus.certificate, "bus.key": bus.key };
  for (const [name, text] of Object.entries(files)) writeSecret(folder, name, text);
}

/** The backup and repair tool is the only user of all databases. Its file must not reach a process that serves requests. */
const TOOL = "tool";

async function writeStoreUsers({ folder, namespace, databasePrefix }: KeysOptions, { processes, collections }: BusPlan): Promise<void> {
  if (!readKeys(folder, TOOL)) writeSecret(folder, `${TOOL}.json`, { process: TOOL, storePassword: randomSecret() });
  const users = (password: "storePassword" | "redisPassword") =>
    Object.keys(processes).map((name) => ({ name, password: readKeys(folder, name)?.[password] ?? "" }));
  const tool = { name: TOOL, password: readKeys(folder, TOOL)?.storePassword ?? "" };
  writeSecret(folder, "store-users.json", await storeUsers(users("storePassword"), tool, databasePrefix));
  const mongo = { users: users("storePassword"), tool, databasePrefix, collections, appendOnlyOf };
  writeSecret(folder, "mongo-users.js", mongoUsersScript(mongo));
  // The members of a replica set authenticate each other with it; give this file to mongod.
  if (!existsSync(join(folder, "mongo.key"))) writeSecret(folder, "mongo.key", randomBytes(96).toString("base64"));
  writeSecret(folder, "redis.acl", redisAcl(users("redisPassword"), namespace));
}

/** A key for each process, derived from a root that no process gets. */
function sealKeysOf(folder: string, processes: readonly string[]): Readonly<Record<string, string>> {
  const file = join(folder, SEAL_ROOT);
  if (!existsSync(file)) writeSecret(folder, SEAL_ROOT, { sealRoot: randomBytes(32).toString("base64") });
  const { sealRoot } = JSON.parse(readFileSync(file, "utf8")) as { readonly sealRoot: string };
  const keyOf = (process: string) => Buffer.from(hkdfSync("sha256", Buffer.from(sealRoot, "base64"), "", `seal for ${process}`, 32));
  return Object.fromEntries(processes.map((process) => [process, keyOf(process).toString("base64")]));
}

function readPlan(): BusPlan {
  return JSON.parse(readFileSync(SUBJECTS, "utf8")) as BusPlan;
}

export function readKeys(folder: string, name: string): (ProcessKeys & Partial<SubscriberCredential>) | null {
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ProcessKeys) : null;
}

function readRoster(folder: string): Roster | null {
  const file = join(folder, "roster.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Roster) : null;
}

function newSeed(): string {
  return new TextDecoder().decode(nkeys.createUser().getSeed());
}

function publicKeyOf(seed = ""): string {
  return nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey();
}

/** Replaces a file atomically: a concurrent reader gets the old or the new content. */
function writeSecret(folder: string, name: string, content: object | string): void {
  const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
  const fresh = join(folder, `.${name}.new`);
  writeFileSync(fresh, text, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, join(folder, name));
}
