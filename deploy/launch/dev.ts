import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { processLogger } from "#libs/platform/log/process-logger.ts";
import { chooseStoreOrExit } from "./choose-store.ts";
import { compileCache } from "./compile-cache.ts";
import { envOrExit } from "./env-or-exit.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

// The whole system in one process that restarts whenever a source file changes. The store runs in another process, so the data survive.
const root = fileURLToPath(new URL("../../", import.meta.url));
const watched = ["libs", "services", "gateway", "deploy"].map((folder) => `--watch-path=${folder}`);

const env = envOrExit(null);
const store = await chooseStoreOrExit({ production: env.production, url: env.mongoUrl, dataDir: env.dataDir });
const system = spawn(process.execPath, [...watched, "--watch-preserve-output", "deploy/launch/single.ts"], {
  cwd: root,
  env: { ...compileCache, ...process.env, MONGO_URL: store.url },
  stdio: ["ignore", "inherit", "inherit"],
});
const ended = new Promise<void>((resolve) => system.once("exit", () => resolve()));
runUntilStopped(processLogger(env), async () => {
  system.kill("SIGTERM");
  await ended;
  await store.stop();
});
