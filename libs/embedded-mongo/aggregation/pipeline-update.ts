import { equal, identical } from "../values/compare.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { immutableField, invalidOptions, typeMismatch } from "../values/mongo-error.ts";
import { checkPipeline } from "./check-stage.ts";
import type { Environment } from "./environment.ts";
import { runStages } from "./run-pipeline.ts";

const ALLOWED = new Set(["$set", "$unset", "$project", "$replaceRoot"]);

/** Throws a MongoError for a pipeline that is no update, before any document is searched. */
export function checkUpdatePipeline(pipeline: readonly unknown[]): asserts pipeline is readonly Doc[] {
  if (!pipeline.every(isDoc)) throw typeMismatch("Each element of the 'pipeline' array must be an object");
  checkPipeline(pipeline);
  const refused = pipeline.map((stage) => firstKey(stage) ?? "").find((name) => !ALLOWED.has(name));
  if (refused !== undefined) throw invalidOptions(`${refused} is not allowed to be used within an update`);
}

/** Applies a pipeline-style update to one document. */
export function pipelineUpdate(environment: Environment, document: Doc, pipeline: readonly unknown[]): { document: Doc; changed: boolean } {
  const [result = {}] = runStages(environment, [document], pipeline);
  if (result._id === undefined && document._id !== undefined) {
    const updated = { _id: document._id, ...result };
    return { document: updated, changed: !identical(document, updated) };
  }
  if (document._id !== undefined && !equal(document._id, result._id))
    throw immutableField("Performing an update on the path '_id' would modify the immutable field '_id'");
  return { document: result, changed: !identical(document, result) };
}
