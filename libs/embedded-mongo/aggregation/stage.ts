import type { Evaluation } from "../expressions/evaluation.ts";
import type { Doc } from "../values/document.ts";
import type { Environment } from "./environment.ts";

/** What a stage may use. */
export interface StageScope {
  readonly environment: Environment;
  readonly evaluation: Evaluation;
  /** Runs a pipeline over a collection of the same database; null for a pipeline that brings its own documents. */
  runPipeline(collection: string | null, pipeline: readonly unknown[], variables: Doc): Doc[];
  /** Runs stages over documents. */
  runStages(documents: Iterable<Doc>, pipeline: readonly unknown[]): Doc[];
}

/** A stage of a pipeline. Documents that come in are never changed. */
export type Stage = (documents: Iterable<Doc>, argument: unknown, scope: StageScope) => Iterable<Doc>;

export function* mapDocuments(documents: Iterable<Doc>, change: (document: Doc) => Doc | undefined): Iterable<Doc> {
  for (const document of documents) {
    const changed = change(document);
    if (changed !== undefined) yield changed;
  }
}

/** Calls `produce` when the first document is asked for. */
export function* deferred(produce: () => Iterable<Doc>): Iterable<Doc> {
  yield* produce();
}
