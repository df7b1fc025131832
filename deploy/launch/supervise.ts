import type { ChildProcess } from "node:child_process";
import type { Logger } from "#libs/log/logger.ts";

export interface Supervised {
  readonly name: string;
  /** Port of a gateway, null for other processes. */
  readonly port: number | null;
  pid(): number;
  /** Resolves when the process has said that it is ready; rejects when it keeps ending before that. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

export interface Supervision {
  readonly name: string;
  readonly port: number | null;
  readonly logger: Logger;
  start(): ChildProcess;
  /** Called whenever the process is another one. */
  onChange(): void;
  /** Milliseconds before the first, second … restart in a row. */
  readonly pauses?: readonly number[];
}

const RESTART_MS = [200, 500, 1_000, 2_000, 5_000];

/**
 * Runs a process and starts it again whenever it ends without being asked to. One that was ready before is started again for ever:
 * what it misses may come back. One that never was is given up.
 */
export function supervise({ name, port, logger, start, onChange, pauses = RESTART_MS }: Supervision): Supervised {
  let stopping = false;
  let failures = 0;
  let wasReady = false;
  const firstReady = Promise.withResolvers<void>();
  let child = launch();

  function launch(): ChildProcess {
    const next = start();
    next.on("message", () => {
      failures = 0;
      wasReady = true;
      firstReady.resolve();
    });
    next.once("exit", (code, signal) => {
      if (stopping) return;
      if (!wasReady && failures === pauses.length) {
        firstReady.reject(new Error(`${name} cannot be started: see what it said before it ended`));
        return;
      }
      const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0;
      failures += 1;
      logger.warn({ process: name, code, signal, pause }, "a process ended and is started again");
      setTimeout(() => {
        if (stopping) return;
        child = launch();
        onChange();
      }, pause);
    });
    return next;
  }

  return {
    name,
    port,
    pid: () => child.pid ?? 0,
    ready: () => firstReady.promise,
    stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      return new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      });
    },
  };
}
