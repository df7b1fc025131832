import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { leaveStore, removeStore } from "./store-file.ts";

/** A running MongoDB, or its stand-in. */
export interface Store {
  readonly url: string;
  /** Its name in the announcement of the start. */
  readonly kind: string;
  /** Whether the store authenticates the users of the request. */
  readonly hasUsers: boolean;
  stop(): Promise<void>;
}

export interface StoreRequest {
  readonly production: boolean;
  /** `MONGO_URL` */
  readonly url: string | null;
  /** Where the embedded store keeps its data; null: in memory only. */
  readonly dataDir: string | null;
  readonly failPoints?: boolean;
  /** The users of the embedded store; without them every client on this machine may connect. */
  readonly usersFile?: string;
}

/**
 * Given URL → a mongod in the cache of mongodb-memory-server (downloaded only with MONGO_DOWNLOAD=1) → the embedded store.
 * Production takes the first only; MONGO_REQUIRE=real refuses the last.
 */
export async function chooseStore(request: StoreRequest): Promise<Store> {
  if (request.url) return { url: request.url, kind: "MONGO_URL", hasUsers: false, stop: async () => undefined };
  if (request.production) throw new Error("MONGO_URL is required in production");
  const store = (await memoryServer()) ?? (await embedded(request));
  const { dataDir } = request;
  if (dataDir === null) return store;
  leaveStore(dataDir, store);
  const stop = () => {
    removeStore(dataDir);
    return store.stop();
  };
  return { ...store, stop };
}

/**
 * Like `chooseStore`, but for a launcher: without a store it prints the reason and exits. The embedded store has already reported any
 * problem with its data.
 */
export function chooseStoreOrExit(request: StoreRequest): Promise<Store> {
  return chooseStore(request).catch((error: Error) => {
    if (error instanceof FolderInUse) {
      console.error(
        `DATA_DIR: ${request.dataDir} is in use by another system; stop it, or choose another folder: DATA_DIR=.data-2 npm start`,
      );
      process.exit(2);
    }
    console.error(`the system does not start: ${error.message}`);
    process.exit(1);
  });
}

export class FolderInUse extends Error {}

/** Where mongodb-memory-server caches its mongod. Loading the package to look there would take a quarter of a second of every start. */
const DOWNLOADS = ["node_modules/.cache/mongodb-memory-server", "mongodb-binaries", join(homedir(), ".cache/mongodb-binaries")];

async function memoryServer(): Promise<Store | null> {
  const isConfigured = Object.keys(process.env).some((name) => /^MONGOMS_|^MONGO_(DOWNLOAD|REQUIRE)$/.test(name));
  if (!isConfigured && !DOWNLOADS.some((folder) => existsSync(folder))) return null;
  if (process.env.MONGO_DOWNLOAD !== "1") process.env.MONGOMS_RUNTIME_DOWNLOAD ??= "false";
  const { MongoMemoryReplSet } = await import("mongodb-memory-server-core");
  const { MongoBinary } = await import("mongodb-memory-server-core/lib/util/MongoBinary.js");
  try {
    await MongoBinary.getPath({});
  } catch {
    return null;
  }
  const set = await MongoMemoryReplSet.create({ replSet: { count: 1, storageEngine: "wiredTiger" } });
  return { url: set.getUri(), kind: "mongodb-memory-server", hasUsers: false, stop: async () => void (await set.stop()) };
}

const EMBEDDED_MAIN = fileURLToPath(new URL("../../libs/embedded-mongo/main.ts", import.meta.url));
/** Exit code of the embedded store when another process holds its folder. */
const IN_USE = 2;
/** Longest silence of a starting embedded store. While it converts data of an earlier version, it reports progress. */
const SILENT_MS = 10_000;

/** The embedded store runs in a child process that always ends with this one. Throws FolderInUse when another process holds the folder. */
export async function embedded({ dataDir, failPoints, usersFile }: StoreRequest): Promise<Store> {
  if (process.env.MONGO_REQUIRE === "real") throw new Error("MONGO_REQUIRE=real, but there is no MONGO_URL and no mongod");
  const args = [
    ...(dataDir ? ["--data-dir", join(dataDir, "mongo")] : []),
    ...(failPoints ? ["--fail-points"] : []),
    ...(usersFile ? ["--users", usersFile] : []),
  ];
  const child = fork(EMBEDDED_MAIN, args, {
    execArgv: [],
    // Ctrl-C goes to the launcher, which stops the store last.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const url = await addressOf(child);
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  const kind = dataDir ? "embedded, kept on disk" : "embedded, in memory";
  return { url, kind, hasUsers: usersFile !== undefined, stop };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the embedded store did not start in time")), SILENT_MS);
    let text = "";
    let complaints = "";
    child.stderr?.on("data", (chunk) => {
      complaints += String(chunk);
    });
    const passOnComplaints = () => {
      process.stderr.write(complaints);
      child.stderr?.removeAllListeners("data").pipe(process.stderr);
    };
    child.stdout?.on("data", (chunk) => {
      timer.refresh();
      text += String(chunk);
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const address = /mongodb:\/\/\S+/.exec(line)?.[0];
        if (!address) {
          console.error(line);
          continue;
        }
        clearTimeout(timer);
        passOnComplaints();
        resolve(address);
      }
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      if (code === IN_USE) return reject(new FolderInUse("another system has the data folder"));
      passOnComplaints();
      reject(new Error(`the embedded store ended with ${code}`));
    });
  });
}
