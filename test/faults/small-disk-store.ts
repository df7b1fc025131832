import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const STORE = createRequire(import.meta.url).resolve("@creator-platform/embedded-mongo/main.ts");
const run = promisify(execFile);
/** Less than a page, so every write beyond the beginning of a file fails. */
const LEFT_BYTES = 100;

/** A store on a disk that can become full. */
export interface SmallDiskStore {
  readonly url: string;
  /** The standard error output of the store. */
  readonly complaints: () => string;
  /** Fills the disk: every write to a file is cut short or refused. */
  fill(): Promise<void>;
  /** Frees the disk. */
  free(): Promise<void>;
  /** Kills the store with SIGKILL, and starts it with the same files on the same port. */
  crash(): Promise<void>;
  dispose(): Promise<void>;
}

/** Starts a store. The kernel's limit on file sizes plays the full disk: it needs no privileges and can be lifted again. */
export async function smallDiskStore(): Promise<SmallDiskStore> {
  const directory = mkdtempSync(join(tmpdir(), "small-disk-"));
  const said: string[] = [];
  let [child, url] = await start(directory, "0", said);
  const end = async () => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  const limit = (size: string) => run("prlimit", ["--pid", String(child.pid), `--fsize=${size}:`]);
  return {
    url,
    complaints: () => said.join(""),
    fill: async () => void (await limit(String(LEFT_BYTES))),
    free: async () => void (await limit("unlimited")),
    async crash() {
      await end();
      [child, url] = await start(directory, new URL(url).port, said);
    },
    async dispose() {
      await end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function start(directory: string, port: string, said: string[]): Promise<[ChildProcess, string]> {
  const child = spawn(process.execPath, [STORE, "--data-dir", directory, "--port", port], { stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => child.kill("SIGKILL"));
  child.stderr.on("data", (chunk) => said.push(String(chunk)));
  for await (const chunk of child.stdout) {
    const url = /mongodb:\/\/\S+/.exec(String(chunk))?.[0];
    if (url) return [child, url];
  }
  throw new Error(`the store did not start: ${said.join("")}`);
}
