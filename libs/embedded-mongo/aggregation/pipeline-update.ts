import { equal } from "../values/compare.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { immutableField, invalidOptions } from "../values/mongo-error.ts";
import type { Environment } from "./environment.ts";
import { runStages } from "./run-pipeline.ts";

const ALLOWED = new Set(["$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith"]);

/** A pipeline-style update of one document. */
export function pipelineUpdate(
  environment: Environment,
  document: Doc,
  pipeline: readonly unknown[],
  variables: Doc,
): { document: Doc; changed: boolean } {
  for (const stage of pipeline) {
    const name = isDoc(stage) ? (firstKey(stage) ?? "") : "";
    if (isDoc(stage) && !ALLOWED.has(name)) throw invalidOptions(`${name} is not allowed to be used within an update`);
  }
  const [result = {}] = runStages(environment, [document], pipeline, variables);
  if (result._id === undefined && document._id !== undefined) {
    const updated = { _id: document._id, ...result };
    return { document: updated, changed: !equal(document, updated) };
  }
  if (document._id !== undefined && !equal(document._id, result._id))
    throw immutableField("Performing an update on the path '_id' would modify the immutable field '_id'");
  return { document: result, changed: !equal(document, result) };
}
