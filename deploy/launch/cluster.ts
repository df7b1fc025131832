import { type ForkOptions, fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { processLogger } from "#libs/platform/log/process-logger.ts";
import { localBus } from "../keys/local-bus.ts";
import { makeKeys, readKeys } from "../keys/make-keys.ts";
import { moveStreams } from "../keys/move-streams.ts";
import { mongoUrlWithUser, urlWithUser } from "../keys/store-urls.ts";
import { addressOf, announce } from "./announce.ts";
import { chooseStoreOrExit } from "./choose-store.ts";
import { compileCache } from "./compile-cache.ts";
import { envOrExit } from "./env-or-exit.ts";
import { freePort } from "./free-port.ts";
import { withLocalDefaults } from "./local-defaults.ts";
import { type LocalServer, startNats, startRedis } from "./local-servers.ts";
import { portsOrExit } from "./ports-or-exit.ts";
import { returnedBlocks, smallYoungSpace } from "./process-memory.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { type ProcessName, processes } from "./services.ts";
import { type Supervised, supervise } from "./supervise.ts";

// One process for each service, two gateways, over NATS and Redis. `--scale messaging=3` changes how many run.
const env = await portsOrExit(withLocalDefaults(envOrExit(null)), true);
const logger = processLogger(env, { service: "cluster" });
const replicas: Record<ProcessName, number> = {
  config: 1,
  account: 1,
  content: 1,
  creator: 1,
  messaging: 2,
  notification: 1,
  analytics: 1,
  webhook: 1,
  gateway: 2,
};
for (const [index, word] of process.argv.entries()) {
  const [name = "", count = ""] = process.argv[index + 1]?.split("=") ?? [];
  if (word !== "--scale") continue;
  if (!Object.hasOwn(replicas, name) || !/^\d{1,2}$/.test(count)) throw new Error(`--scale takes <process>=<count>, not ${name}=${count}`);
  replicas[name as ProcessName] = Number(count);
}

const keys = join(env.dataDir, "keys");
const natsStore = resolve(env.dataDir, "nats");
await makeKeys({ folder: keys, namespace: env.namespace, databasePrefix: env.databasePrefix, storeOfServer: natsStore });
const running: Supervised[] = [];
const servers: Record<string, LocalServer> = {};
const [store, nats, redis] = await Promise.all([
  chooseStoreOrExit({
    production: env.production,
    url: env.mongoUrl,
    dataDir: env.dataDir,
    usersFile: join(keys, "store-users.json"),
  }),
  env.natsServers.length > 0 ? null : startBus(),
  env.redisUrl ? null : startRedis(join(keys, "redis.acl"), { logger, onChange: writeProcessList }),
]);
Object.assign(servers, { ...(nats && { nats }), ...(redis && { redis }) });
const shared = {
  ...compileCache,
  ...process.env,
  MONGO_URL: store.url,
  NATS_URL: nats?.url ?? env.natsServers.join(","),
  REDIS_URL: redis?.url ?? env.redisUrl ?? "",
  // Links name the first gateway, whichever process writes them.
  CONFIG_SITE_PUBLIC_HOST: process.env.CONFIG_SITE_PUBLIC_HOST ?? addressOf(env),
};
const proven = nats !== null || env.natsCaFile !== null;
const main = fileURLToPath(new URL("./service.ts", import.meta.url));

function writeProcessList(): void {
  mkdirSync(env.dataDir, { recursive: true });
  const list = [
    ...Object.entries(servers).map(([name, { pid, serverPid, port }]) => ({ name, pid: pid(), serverPid: serverPid(), port })),
    ...running.map(({ name, pid, port, metricsPort }) => ({ name, pid: pid(), port, metricsPort })),
  ];
  writeFileSync(join(env.dataDir, "cluster.json"), JSON.stringify(list, null, 2));
}

/** The bus of this machine, which authenticates its clients. */
async function startBus(): Promise<LocalServer> {
  if (moveStreams(natsStore)) logger.info("event streams moved to their own account");
  const [former] = localBus(env.dataDir);
  return startNats(join(keys, "nats.conf"), former ? Number(new URL(former).port) : null, { logger, onChange: writeProcessList });
}

/** The key files with which a process authenticates. */
function keysOf(name: ProcessName): Record<string, string> {
  if (!proven) return {};
  const fileOf = (file: string) => join(keys, file);
  return {
    NATS_CA_FILE: env.natsCaFile ?? fileOf("ca.pem"),
    PROCESS_KEYS_FILE: fileOf(`${name}.json`),
    KEYS_ROSTER_FILE: fileOf("roster.json"),
  };
}

/** The URLs of the stores that were started here, each with the user of a process. */
function storesOf(name: ProcessName): Record<string, string> {
  const { storePassword = "", redisPassword = "" } = readKeys(keys, name) ?? {};
  return {
    ...(store.hasUsers && { MONGO_URL: mongoUrlWithUser(store.url, { name, password: storePassword }, env.databasePrefix) }),
    ...(redis && { REDIS_URL: urlWithUser(redis.url, { name, password: redisPassword }) }),
  };
}

/** Stops the gateways first, so that no request needs a service that has stopped. Stops the shared servers last. */
async function stop(): Promise<void> {
  console.error("stopping; Ctrl-C again ends at once");
  const [gateways, others] = [running.filter(({ name }) => name === "gateway"), running.filter(({ name }) => name !== "gateway")];
  for (const group of [gateways, others]) await Promise.all(group.map((one) => one.stop()));
  await Promise.all(Object.values(servers).map((one) => one.stop()));
  await store.stop();
}

/** Servers and store end with this process. */
function abort(): void {
  for (const one of running) one.abort();
}

runUntilStopped(logger, stop, { abort });

const processCount = Object.values(replicas).reduce((sum, count) => sum + count, 0);
const firstMetricsPort = env.metricsPort || (await freePort(processCount));
for (const name of Object.keys(processes) as ProcessName[]) {
  for (let index = 0; index < replicas[name]; index += 1) {
    const port = name === "gateway" ? env.port + index : null;
    const metricsPort = firstMetricsPort + running.length;
    const variables = {
      ...returnedBlocks,
      ...shared,
      ...keysOf(name),
      ...storesOf(name),
      METRICS_PORT: String(metricsPort),
      ...(port === null ? {} : { PORT: String(port) }),
    };
    const options: ForkOptions = { env: variables, execArgv: [...process.execArgv, ...smallYoungSpace], detached: true };
    const start = () => fork(main, [name], { ...options, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    running.push(supervise({ name, port, metricsPort, start, logger, onChange: writeProcessList }));
  }
}
await Promise.all(running.map((one) => one.ready()));
writeProcessList();
const [, ...otherPorts] = running.flatMap(({ port }) => port ?? []);
announce(env, { processes: processCount, store: store.kind, otherPorts });
// One after the other: in parallel they would keep the disk busy for ten seconds.
for (const one of running) await one.keepCompiledCode();
