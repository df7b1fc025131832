import type { Interruption } from "./interruption.ts";

/** A long piece of work that yields whenever others should get a turn. */
export type Steps<T> = Generator<undefined, T, void>;

/** Does the work without a pause: nothing changes meanwhile. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work with pauses, in which other commands may write what it has not read yet. */
export async function runInTurns<T>(steps: Steps<T>, interruption: Interruption): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await interruption.pause();
  }
}
