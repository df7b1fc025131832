import type { Interruption } from "../engine/interruption.ts";
import type { Steps } from "../engine/steps.ts";
import type { Evaluation } from "../expressions/evaluation.ts";
import type { Doc } from "../values/document.ts";
import type { Environment } from "./environment.ts";

/** The context of a stage. */
export interface StageScope {
  readonly environment: Environment;
  readonly evaluation: Evaluation;
  /** Runs a pipeline over a collection of the same database; null for a pipeline that starts with `$documents`. */
  runPipeline(collection: string | null, pipeline: readonly unknown[], variables: Doc): Doc[];
  /** Runs stages over documents. */
  runStages(documents: Iterable<Doc>, pipeline: readonly unknown[]): Doc[];
}

/** A stage of a pipeline. It does not change its input documents. */
export type Stage = (documents: Iterable<Doc>, argument: unknown, scope: StageScope) => Iterable<Doc>;

/** Stands between documents where others should get a turn. Stages that read documents one by one pass it on. */
export const PAUSE: Doc = Object.freeze({});

/** The documents, with pauses. Throws when the time of the command is over. */
export function* paced(documents: Iterable<Doc>, interruption: Interruption): Iterable<Doc> {
  for (const document of documents) {
    if (interruption.step()) yield PAUSE;
    yield document;
  }
}

/** The documents without pauses. Throws when the time of the command is over. */
export function* unpaced(documents: Iterable<Doc>, interruption: Interruption): Iterable<Doc> {
  for (const document of documents) {
    interruption.step();
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

/** The documents that some work has as its result, after its pauses. */
export function* withPauses(work: Steps<Iterable<Doc>>): Iterable<Doc> {
  for (;;) {
    const step = work.next();
    if (step.done) return yield* step.value;
    yield PAUSE;
  }
}

export function* mapDocuments(documents: Iterable<Doc>, change: (document: Doc) => Doc | undefined): Iterable<Doc> {
  for (const document of documents) {
    if (document === PAUSE) {
      yield PAUSE;
      continue;
    }
    const changed = change(document);
    if (changed !== undefined) yield changed;
  }
}

/** Calls `produce` when the first document is requested. */
export function* deferred(produce: () => Iterable<Doc>): Iterable<Doc> {
  yield* produce();
}
