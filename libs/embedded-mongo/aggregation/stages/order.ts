import { calculateObjectSize } from "bson";
import { type Sortable, sortInSteps } from "../../engine/sort-documents.ts";
import { compileFilter } from "../../matcher/compile-filter.ts";
import { toDouble } from "../../values/bson-types.ts";
import type { Doc } from "../../values/document.ts";
import { deferred, PAUSE, type Stage, withPauses } from "../stage.ts";

export const match: Stage = (documents, argument, { evaluation }) => {
  const predicate = compileFilter(argument, { evaluator: evaluation.compile });
  return deferred(function* () {
    for (const document of documents) if (document === PAUSE || predicate(document)) yield document;
  });
};

export const sort: Stage = (documents, argument, { environment: { interruption } }) =>
  deferred(() => withPauses(sortInSteps(sortables(documents), { sort: argument as Doc, interruption })));

function* sortables(documents: Iterable<Doc>): Iterable<Sortable<Doc> | undefined> {
  for (const document of documents) {
    if (document === PAUSE) yield;
    else yield { item: document, document, bytes: calculateObjectSize(document, { ignoreUndefined: true }) };
  }
}

export const limit: Stage = (documents, argument) =>
  deferred(function* () {
    let remaining = toDouble(argument);
    for (const document of documents) {
      yield document;
      if (document !== PAUSE && --remaining <= 0) return;
    }
  });

export const skip: Stage = (documents, argument) =>
  deferred(function* () {
    let remaining = toDouble(argument);
    for (const document of documents) if (document === PAUSE || remaining-- <= 0) yield document;
  });

export const count: Stage = (documents, argument) =>
  deferred(function* () {
    let counted = 0;
    for (const document of documents) {
      if (document === PAUSE) yield PAUSE;
      else counted++;
    }
    if (counted) yield { [String(argument)]: counted };
  });
