import { wait } from "#libs/kernel/wait.ts";

const FAULT_MODES = ["error", "delay", "kill"] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export interface Fault {
  readonly point: string;
  /** `kill` ends the process like a power cut: SIGKILL, nothing is flushed. */
  readonly mode: FaultMode;
  /** Number of affected hits; all of them when absent. */
  readonly times?: number | undefined;
  /** Milliseconds of a `delay`. */
  readonly delayMs?: number | undefined;
}

/** Named places between two durable effects where a test makes the system fail. */
export interface FaultPoints {
  /** Does nothing unless the point is armed. Throws InjectedFault when it is armed with `error`. */
  hit(point: string): Promise<void>;
}

export interface ArmableFaults extends FaultPoints {
  /** Throws for an unknown mode: a test that misspells one must not end the process. */
  arm(fault: Fault): void;
  /** Disarms one point, or all of them. */
  disarm(point?: string): void;
  armed(): readonly Fault[];
}

/** The error that an armed point throws. @internal exported for tests */
export class InjectedFault extends Error {
  constructor(point: string) {
    super(`fault injected at ${point}`);
    this.name = "InjectedFault";
  }
}

const nothing = Promise.resolve();

/** The fault points of production: none. */
export const noFaults: FaultPoints = { hit: () => nothing };

/** Fault points that can be armed; for tests and for processes started with test hooks. */
export function armableFaults(): ArmableFaults {
  const armed = new Map<string, { fault: Fault; left: number }>();
  return {
    async hit(point) {
      const entry = armed.get(point);
      if (!entry) return;
      entry.left -= 1;
      if (entry.left <= 0) armed.delete(point);
      await inject(entry.fault);
    },
    arm(fault) {
      if (!FAULT_MODES.includes(fault.mode)) throw new Error(`there is no fault mode ${fault.mode}, only ${FAULT_MODES.join(", ")}`);
      armed.set(fault.point, { fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    disarm(point) {
      if (point === undefined) armed.clear();
      else armed.delete(point);
    },
    armed: () => [...armed.values()].map(({ fault }) => fault),
  };
}

async function inject({ point, mode, delayMs = 1_000 }: Fault): Promise<void> {
  if (mode === "error") throw new InjectedFault(point);
  if (mode === "delay") return wait(delayMs);
  process.kill(process.pid, "SIGKILL");
  // The signal is asynchronous: no code of the caller may run until it arrives.
  return new Promise(() => undefined);
}
