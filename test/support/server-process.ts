import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { eventually } from "./eventually.ts";

/** A server of another make that a test starts and ends. */
export interface ServerProcess {
  readonly port: number;
  start(): Promise<void>;
  /** SIGTERM by default; resolves when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** SIGSTOP: the process stays, but answers nothing. */
  pause(): void;
  resume(): void;
}

/** Runs a command that listens on a port of the loopback. */
export function serverProcess(port: number, command: string, args: readonly string[]): ServerProcess {
  let child: ChildProcess | null = null;
  const killAtExit = () => child?.kill("SIGKILL");
  return {
    port,
    async start() {
      const started = spawn(command, args, { stdio: "ignore" });
      child = started;
      process.once("exit", killAtExit);
      await eventually(() => connectsTo(port), 10_000);
    },
    async stop(signal = "SIGTERM") {
      const running = child;
      child = null;
      process.off("exit", killAtExit);
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, "exit");
      running.kill(signal);
      await gone;
    },
    pause: () => child?.kill("SIGSTOP"),
    resume: () => child?.kill("SIGCONT"),
  };
}

async function connectsTo(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
