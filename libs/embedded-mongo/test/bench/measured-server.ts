import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

const MICROSECONDS_PER_TICK = 10_000;

/** A server in a process of its own, whose use of the processor and the memory can be read (on Linux). */
export interface MeasuredServer {
  readonly uri: string;
  /** From the start of the process until it listened, in milliseconds. */
  readonly startMs: number;
  /** Processor time so far, in microseconds. */
  cpu(): number;
  /** Resident memory, in megabytes. */
  memory(): number;
  stop(): Promise<void>;
}

export async function startMeasured(main: string, directory: string): Promise<MeasuredServer> {
  const began = performance.now();
  const child = spawn(process.execPath, [main, "--data-dir", directory, "--fsync"], { stdio: ["ignore", "pipe", "inherit"] });
  const uri = await addressOf(child);
  const startMs = performance.now() - began;
  return {
    uri,
    startMs,
    cpu() {
      const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
      // the second field is the name in parentheses, which may contain spaces
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
    },
    memory: () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024),
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const address = /mongodb:\S+/.exec(text)?.[0];
    if (address) return address;
  }
  throw new Error("the server did not start");
}
