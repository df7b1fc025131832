import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const STORE = fileURLToPath(new URL("../../libs/embedded-mongo/main.ts", import.meta.url));
const run = promisify(execFile);

/** A store with a journal, on a disk that can be full. */
export interface SmallDiskStore {
  readonly url: string;
  /** What the store has said on standard error. */
  readonly complaints: () => string;
  /** Lets the journal grow by so many bytes and no more: the write that needs more is cut short, then refused. */
  fill(bytesLeft: number): Promise<void>;
  /** There is space again. */
  free(): Promise<void>;
  /** SIGKILL, and a start with the same files at the same port. */
  crash(): Promise<void>;
  dispose(): Promise<void>;
}

/** Starts one. The kernel's limit on the size of files plays the full disk: it needs no rights and can be lifted again. */
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
    fill: async (bytesLeft) => void (await limit(String(statSync(join(directory, "journal.bson")).size + bytesLeft))),
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
