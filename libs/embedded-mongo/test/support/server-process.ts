import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

export interface ServerProcess {
  readonly uri: string;
  /** Ends it as SIGKILL or SIGTERM does; resolves to the exit code, null after a signal. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}

/** Starts a server of its own process; throws with its standard error where it ends before it listens. */
export async function startServerProcess(...args: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const exit = exitOf(child);
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += String(chunk);
  });
  const uri = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      const found = /^mongo: embedded listening on (\S+)$/m.exec(String(chunk));
      if (found?.[1]) resolve(found[1]);
    });
    void exit.then(() => reject(new Error(errors)));
  });
  return {
    uri,
    end(signal) {
      child.kill(signal);
      return exit;
    },
  };
}

/** Runs a script of this folder in a process of its own; resolves to its exit code. */
export function runScript(name: string, ...args: string[]): Promise<number | null> {
  const script = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return exitOf(spawn(process.execPath, [script, ...args], { stdio: ["ignore", "inherit", "inherit"] }));
}
