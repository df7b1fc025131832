/** Receives the error because of which the work is undone. */
type Undo = (error: unknown) => unknown;

/** Runs work; when it throws, runs the registered undos in reverse and throws on. For effects outside the database only. An undo does not fail. */
export async function undoable<T>(work: (undo: (step: Undo) => void) => Promise<T>): Promise<T> {
  const steps: Undo[] = [];
  try {
    return await work((step) => steps.push(step));
  } catch (error) {
    for (const step of steps.reverse()) await step(error);
    throw error;
  }
}
