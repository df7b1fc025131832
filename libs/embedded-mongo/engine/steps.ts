import type { Interruption } from "./interruption.ts";

/** Long work that yields whenever it should pause for other commands. */
export type Steps<T> = Generator<undefined, T, void>;

/** Does the work without a pause, so that nothing changes meanwhile. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work with pauses. During a pause other commands may write data that the work has not read yet. */
export async function runInTurns<T>(steps: Steps<T>, interruption: Interruption): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await interruption.pause();
  }
}
