import type { ChildProcess } from "node:child_process";
import type { Logger } from "#libs/platform/log/logger.ts";

export interface Supervised {
  readonly name: string;
  /** Port of a gateway, null for other processes. */
  readonly port: number | null;
  /** Port of its metrics and health, if it serves them. */
  readonly metricsPort: number | undefined;
  pid(): number;
  /** Resolves when the process is ready; rejects when it keeps exiting before that. */
  ready(): Promise<void>;
  /** Has the process write its compile cache, so that the next start need not compile. The process is blocked meanwhile. */
  keepCompiledCode(): Promise<void>;
  stop(): Promise<void>;
  /** Kills the process without a restart. */
  abort(): void;
}

export interface Supervision {
  readonly name: string;
  readonly port: number | null;
  readonly metricsPort?: number;
  readonly logger: Logger;
  start(): ChildProcess;
  /** Called after each restart. */
  onChange(): void;
  /** Milliseconds before the first, second … consecutive restart. */
  readonly pauses?: readonly number[];
}

const RESTART_MS = [200, 500, 1_000, 2_000, 5_000];

/**
 * Runs a process and restarts it whenever it exits unexpectedly. A process that was ready once is restarted forever, because a dependency
 * may come back. One that never was ready is given up after the last pause.
 */
export function supervise({ name, port, metricsPort, logger, start, onChange, pauses = RESTART_MS }: Supervision): Supervised {
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
        firstReady.reject(new Error(`${name} cannot be started: see its log`));
        return;
      }
      const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0;
      failures += 1;
      logger.warn({ process: name, code, signal, pause }, "process exited; restarting");
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
    metricsPort,
    pid: () => child.pid ?? 0,
    ready: () => firstReady.promise,
    keepCompiledCode: () =>
      new Promise((resolve) => {
        child.once("message", () => resolve());
        child.once("exit", () => resolve());
        if (child.connected) child.send("keep the compiled code", () => undefined);
        else resolve();
      }),
    stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      return new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      });
    },
    abort() {
      stopping = true;
      child.kill("SIGKILL");
    },
  };
}
