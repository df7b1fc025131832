import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { mongo } from "mongoose";
import { freePort, isListening } from "#deploy/launch/free-port.ts";
import { type LocalServer, startNats, startRedis } from "#deploy/launch/local-servers.ts";
import { createLogger } from "#libs/platform/log/logger.ts";
import { eventually } from "../support/eventually.ts";
import type { Contender } from "./contender.ts";
import { NEST_BUILD, PEERS_FOLDER } from "./install-peers.ts";
import { type Cast, CREATORS, FANS, loadsOf, NOTIFICATIONS, SERVED } from "./loads.ts";
import { signToken } from "./peers/kit/access-token.ts";

interface Peer {
  /** Its processes, by name, in the order in which they start. */
  readonly files: Readonly<Record<string, string>>;
  readonly isTuned?: boolean;
  readonly serves: keyof typeof SERVED;
}

const source = (file: string) => join(PEERS_FOLDER, file);
const MIN_NATS = { service: source("min-nats/service.ts"), gateway: source("min-nats/gateway.ts") };
const MIN_DM = { service: source("min-dm/service.ts"), gateway: source("min-dm/gateway.ts") };

const PEERS = {
  "min-nats": { files: MIN_NATS, serves: "withTexts" },
  "min-nats-hopbatch": { files: MIN_NATS, isTuned: true, serves: "visitsAndLists" },
  "fastify-mono": { files: { service: source("fastify-mono/main.ts") }, serves: "visitsAndLists" },
  "nest-nats": { files: { service: join(NEST_BUILD, "service.mjs"), gateway: join(NEST_BUILD, "gateway.mjs") }, serves: "visitsAndLists" },
  "min-dm": { files: MIN_DM, serves: "paidMessages" },
  "min-dm-tuned": { files: MIN_DM, isTuned: true, serves: "paidMessages" },
} as const satisfies Readonly<Record<string, Peer>>;

const START_MS = 60_000;
/** Validity of tokens: longer than every run. */
const SECONDS_VALID = 86_400;
const STORE = createRequire(import.meta.url).resolve("@creator-platform/embedded-mongo/main.ts");

interface Setting {
  /** Data folder of the peers. */
  readonly folder: string;
  /** Certificate and key of a bus server, and the authority that signed it. */
  readonly tls: { readonly certificate: string; readonly key: string; readonly authority: string };
  /** The product's answers to reads of resources that rarely change, by path. */
  readonly texts: ReadonlyMap<string, unknown>;
}

interface RunningPeers {
  readonly contenders: readonly Contender[];
  stop(): Promise<void>;
}

/** Starts all peers. Each has a store, a bus and counters of its own, like the product. */
export async function startPeers(setting: Setting): Promise<RunningPeers> {
  const children: ChildProcess[] = [];
  const servers: LocalServer[] = [];
  const stop = async () => {
    await Promise.all(children.toReversed().map(end));
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const contenders: Contender[] = [];
    for (const [name, peer] of Object.entries(PEERS)) contenders.push(await startPeer(name, peer, setting, { children, servers }));
    return { contenders, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Started {
  readonly children: ChildProcess[];
  readonly servers: LocalServer[];
}

async function startPeer(name: string, peer: Peer, { folder, tls, texts }: Setting, started: Started): Promise<Contender> {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const storePort = await freePort();
  const store = fork(STORE, ["--port", String(storePort), "--data-dir", join(home, "mongo")], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  started.children.push(store);
  const [nats, redis] = await startServers(home, tls);
  started.servers.push(nats, redis);
  await eventually(async () => {
    if (!(await isListening(storePort))) throw new Error(`the store of ${name} does not listen`);
  }, START_MS);
  const storeUrl = `mongodb://127.0.0.1:${storePort}/?directConnection=true&replicaSet=rs0`;
  const cast = await fill(storeUrl, texts);
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: "production",
    NATS_URL: nats.url,
    NATS_CA_FILE: tls.authority,
    STORE_URL: storeUrl,
    REDIS_URL: redis.url,
    PORT: String(port),
    ...(peer.isTuned && { TUNED: "1" }),
  };
  const processes = [
    { name: "store", pid: store.pid ?? 0 },
    { name: "nats-server", pid: nats.serverPid() ?? 0 },
    { name: "redis-server", pid: redis.serverPid() ?? 0 },
  ];
  for (const [role, file] of Object.entries(peer.files)) {
    const child = fork(file, { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    started.children.push(child);
    await untilReady(child, `${role} of ${name}`);
    processes.push({ name: role, pid: child.pid ?? 0 });
  }
  const served: readonly string[] = SERVED[peer.serves];
  return { name, port, processes, loads: new Map([...loadsOf(cast)].filter(([load]) => served.includes(load))) };
}

/** The same bus server as the product's, with streams and TLS. */
async function startServers(home: string, { certificate, key }: Setting["tls"]): Promise<[LocalServer, LocalServer]> {
  const [conf, acl] = [join(home, "nats.conf"), join(home, "redis.acl")];
  const paths = { certificate, key, streams: join(home, "nats") };
  writeFileSync(
    conf,
    `tls { cert_file: "${paths.certificate}", key_file: "${paths.key}", timeout: 5 }\njetstream { store_dir: "${paths.streams}" }\n`,
  );
  writeFileSync(acl, "user default on nopass ~* &* +@all\n");
  const supervisor = { logger: createLogger("silent"), onChange: () => undefined };
  return Promise.all([startNats(conf, null, supervisor), startRedis(acl, supervisor)]);
}

async function untilReady(child: ChildProcess, what: string): Promise<void> {
  const ended = once(child, "exit").then(() => {
    throw new Error(`the ${what} ended`);
  });
  await Promise.race([once(child, "message", { signal: AbortSignal.timeout(START_MS) }), ended]);
  ended.catch(() => undefined);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Writes the rows that the loads need: people with money, a list of notifications, texts. */
async function fill(storeUrl: string, texts: ReadonlyMap<string, unknown>): Promise<Cast> {
  const sender = (userId: string) => ({ userId, token: signToken(userId, SECONDS_VALID) });
  const fans = Array.from({ length: FANS }, (_, index) => sender(`fan-${index}`));
  const creators = Array.from({ length: CREATORS }, (_, index) => sender(`creator-${index}`));
  const cast = { fans, creators, notified: sender("notified"), administrator: sender("administrator") };
  const client = await new mongo.MongoClient(storeUrl).connect();
  try {
    const [visits, messaging] = [client.db("bench"), client.db("dm_messaging")];
    const rows = (name: string, db = messaging) => db.collection<{ _id: string }>(name);
    await rows("facts").insertMany([
      ...creators.map(({ userId }) => ({ _id: `u:${userId}`, name: userId, dmActive: true, price: 100, level: "BRONZE" })),
      ...fans.map(({ userId }) => ({ _id: `u:${userId}`, name: userId, dmActive: false })),
    ]);
    const purse = { kind: "FAN", balance: 1_000_000_000, held: 0, frozen: false, sequence: 0 };
    await rows("wallets").insertMany(fans.map(({ userId }) => ({ _id: userId, userId, ...purse })));
    await rows("texts", visits).insertMany([...texts].map(([_id, value]) => ({ _id, value })));
    const newest = Date.now();
    const listed = Array.from({ length: NOTIFICATIONS }, (_, index) => ({
      _id: randomUUID(),
      userId: cast.notified.userId,
      eventKey: "new_message_creator",
      title: "New message",
      body: "You have a new message from a fan",
      data: { messageId: randomUUID(), senderName: `fan-${index}`, dmType: "FREE", deepLink: `/messages/${randomUUID()}` },
      read: false,
      readAt: null,
      createdAt: new Date(newest - index * 1000),
    }));
    await rows("notifications", visits).insertMany(listed);
    await visits.collection("notifications").createIndex({ userId: 1, createdAt: -1 });
  } finally {
    await client.close();
  }
  return cast;
}
