import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readEnv } from "#libs/env/read-env.ts";
import { createLogger } from "#libs/log/logger.ts";
import { chooseStore } from "./choose-store.ts";
import { compileCache } from "./compile-cache.ts";
import { startNats, startRedis } from "./neighbours.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { type ProcessName, processes } from "./services.ts";
import { type Supervised, supervise } from "./supervise.ts";

// One process for each service, two gateways, over NATS and Redis. `--scale messaging=3` changes how many run.
const env = readEnv();
const logger = createLogger(env.logLevel, { service: "cluster" });
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

const store = await chooseStore({ production: env.production, url: env.mongoUrl, dataDir: env.dataDir });
const nats = env.natsServers.length > 0 ? null : await startNats(join(env.dataDir, "nats"));
const redis = env.redisUrl ? null : await startRedis();
const shared = {
  ...compileCache,
  ...process.env,
  MONGO_URL: store.url,
  NATS_URL: nats?.url ?? env.natsServers.join(","),
  REDIS_URL: redis?.url ?? env.redisUrl ?? "",
};
const main = fileURLToPath(new URL("./service.ts", import.meta.url));
const running: Supervised[] = [];

function writeProcessList(): void {
  mkdirSync(env.dataDir, { recursive: true });
  const neighbours = Object.entries({ nats, redis }).flatMap(([name, one]) => (one ? [{ name, pid: one.pid, port: one.port }] : []));
  const list = [...neighbours, ...running.map(({ name, pid, port }) => ({ name, pid: pid(), port }))];
  writeFileSync(join(env.dataDir, "cluster.json"), JSON.stringify(list, null, 2));
}

runUntilStopped(logger, async () => {
  await Promise.all(running.map((one) => one.stop()));
  await nats?.stop();
  await redis?.stop();
  await store.stop();
});

for (const name of Object.keys(processes) as ProcessName[]) {
  for (let index = 0; index < replicas[name]; index += 1) {
    const port = name === "gateway" ? env.port + index : null;
    const variables = { ...shared, METRICS_PORT: "0", ...(port === null ? {} : { PORT: String(port) }) };
    const start = () => fork(main, [name], { env: variables, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    running.push(supervise({ name, port, start, logger, onChange: writeProcessList }));
  }
}
await Promise.all(running.map((one) => one.ready()));
writeProcessList();
console.error(`ready: ${running.flatMap(({ port }) => (port === null ? [] : [`http://${env.host}:${port}/api/v1`])).join("  ")}`);
