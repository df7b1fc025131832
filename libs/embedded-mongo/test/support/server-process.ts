import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

export interface ServerProcess {
  readonly uri: string;
  readonly pid: number;
  /** Sends a signal to the process and waits for its end; resolves to the exit code, null if the signal killed it. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}

/** A server that ended before it listened; the message is its standard error. */
class ServerEnded extends Error {
  readonly exitCode: number | null;

  constructor(errors: string, exitCode: number | null) {
    super(errors);
    this.exitCode = exitCode;
  }
}

/** Starts a server in a separate process; throws with its standard error and its exit code if it ends before it listens. */
export function startServerProcess(...args: string[]): Promise<ServerProcess> {
  return startServerWith([], args);
}

/** The same with options and variables of Node. */
export async function startServerWith(
  nodeOptions: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions, MAIN, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
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
    void exit.then((code) => reject(new ServerEnded(errors, code)));
  });
  return {
    uri,
    pid: child.pid ?? 0,
    end(signal) {
      child.kill(signal);
      return exit;
    },
  };
}

/** Runs the command line of the server to its end. */
export async function runServerProcess(...args: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const said = { output: "", errors: "" };
  child.stdout.on("data", (chunk) => {
    said.output += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    said.errors += String(chunk);
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...said })));
}

/** Runs a script of this folder in a separate process; resolves to its exit code. */
export function runScript(name: string, ...args: string[]): Promise<number | null> {
  const script = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return exitOf(spawn(process.execPath, [script, ...args], { stdio: ["ignore", "inherit", "inherit"] }));
}
