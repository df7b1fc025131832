import type { Interruption } from "../engine/interruption.ts";
import type { Steps } from "../engine/steps.ts";
import type { Evaluation } from "../expressions/evaluation.ts";
import type { Doc } from "../values/document.ts";
import type { Environment } from "./environment.ts";

/** The context of a stage. */
export interface StageScope {
  readonly environment: Environment;
  readonly evaluation: Evaluation;
  /** Runs a pipeline over a collection of the same database. */
  runPipeline(collection: string, pipeline: readonly unknown[], variables: Doc): Doc[];
}

/** A stage of a pipeline. It reads its input documents one by one, does not change them, and passes pauses on. */
export type Stage = (documents: Iterable<Doc>, argument: unknown, scope: StageScope) => Iterable<Doc>;

/** Stands between documents where the work should pause for other commands. */
export const PAUSE: Doc = Object.freeze({});

/** The documents, with pauses. Throws when the time limit of the command has expired. */
export function* paced(documents: Iterable<Doc>, interruption: Interruption): Iterable<Doc> {
  for (const document of documents) {
    if (interruption.step()) yield PAUSE;
    yield document;
  }
}

/** Collects documents; yields at their pauses. */
export function* collect(documents: Iterable<Doc>): Steps<Doc[]> {
  const collected: Doc[] = [];
  for (const document of documents) {
    if (document === PAUSE) yield;
    else collected.push(document);
  }
  return collected;
}

/** The resulting documents of some work, after its pauses. */
export function* withPauses(work: Steps<Iterable<Doc>>): Iterable<Doc> {
  for (;;) {
    const step = work.next();
    if (step.done) return yield* step.value;
    yield PAUSE;
  }
}

export function* mapDocuments(documents: Iterable<Doc>, change: (document: Doc) => Doc): Iterable<Doc> {
  for (const document of documents) yield document === PAUSE ? PAUSE : change(document);
}

/** Calls `produce` when the first document is requested. */
export function* deferred(produce: () => Iterable<Doc>): Iterable<Doc> {
  yield* produce();
}
