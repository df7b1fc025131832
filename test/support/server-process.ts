import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { eventually } from "./eventually.ts";

/** A third-party server that a test starts and stops. */
export interface ServerProcess {
  readonly port: number;
  start(): Promise<void>;
  /** Sends SIGTERM by default; resolves when the process has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Sends SIGSTOP: connections stay open, but the server does not respond. */
  pause(): void;
  /** Sends SIGHUP: the server reads its configuration again. */
  reload(): void;
  resume(): void;
}

/** Runs a command that listens on a loopback port. */
export function serverProcess(port: number, command: string, args: readonly string[]): ServerProcess {
  let child: ChildProcess | null = null;
  const killAtExit = () => child?.kill("SIGKILL");
  return {
    port,
    async start() {
      const started = spawn(command, args, { stdio: "ignore" });
      child = started;
      process.once("exit", killAtExit);
      await eventually(() => connectTo(port));
    },
    async stop(signal = "SIGTERM") {
      const running = child;
      child = null;
      process.off("exit", killAtExit);
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const exited = once(running, "exit");
      running.kill(signal);
      await exited;
    },
    reload: () => child?.kill("SIGHUP"),
    pause: () => child?.kill("SIGSTOP"),
    resume: () => child?.kill("SIGCONT"),
  };
}

async function connectTo(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
