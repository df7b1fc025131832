import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A running MongoDB, or what stands in for it. */
export interface Store {
  readonly url: string;
  /** One word for the line that says what was chosen. */
  readonly kind: string;
  stop(): Promise<void>;
}

export interface StoreRequest {
  readonly production: boolean;
  /** `MONGO_URL` */
  readonly url: string | null;
  /** Where the embedded store keeps its journal; null: in memory only. */
  readonly dataDir: string | null;
  readonly failPoints?: boolean;
}

/**
 * Given URL → a mongod in the cache of mongodb-memory-server (downloaded only with MONGO_DOWNLOAD=1) → the embedded store.
 * Production takes the first only; MONGO_REQUIRE=real refuses the last.
 */
export async function chooseStore(request: StoreRequest): Promise<Store> {
  const store = await firstOf(request);
  console.error(`mongo: ${store.kind}`);
  return store;
}

async function firstOf(request: StoreRequest): Promise<Store> {
  if (request.url) return { url: request.url, kind: "MONGO_URL", stop: async () => undefined };
  if (request.production) throw new Error("MONGO_URL is required in production");
  const real = await memoryServer();
  if (real) return real;
  if (process.env.MONGO_REQUIRE === "real") throw new Error("MONGO_REQUIRE=real, but there is no MONGO_URL and no mongod");
  return embedded(request);
}

async function memoryServer(): Promise<Store | null> {
  if (process.env.MONGO_DOWNLOAD !== "1") process.env.MONGOMS_RUNTIME_DOWNLOAD ??= "false";
  const { MongoMemoryReplSet } = await import("mongodb-memory-server-core");
  const { MongoBinary } = await import("mongodb-memory-server-core/lib/util/MongoBinary.js");
  try {
    await MongoBinary.getPath({});
  } catch {
    return null;
  }
  const set = await MongoMemoryReplSet.create({ replSet: { count: 1, storageEngine: "wiredTiger" } });
  return { url: set.getUri(), kind: "mongodb-memory-server", stop: async () => void (await set.stop()) };
}

const EMBEDDED_MAIN = join(fileURLToPath(new URL("../..", import.meta.url)), "libs/embedded-mongo/main.ts");
const START_MS = 10_000;

/** The embedded store has a process of its own, which ends with this one however this one ends. */
async function embedded({ dataDir, failPoints }: StoreRequest): Promise<Store> {
  const args = [...(dataDir ? ["--data-dir", join(dataDir, "mongo")] : []), ...(failPoints ? ["--fail-points"] : [])];
  const child = fork(EMBEDDED_MAIN, args, { execArgv: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const url = await addressOf(child);
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  return { url, kind: dataDir ? "embedded, kept on disk" : "embedded, in memory", stop };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the embedded store did not start in time")), START_MS);
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += String(chunk);
      const address = /mongodb:\/\/\S+/.exec(text)?.[0];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the embedded store ended with ${code}`));
    });
  });
}
