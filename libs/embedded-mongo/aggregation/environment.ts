import type { Engine, Transaction } from "../engine/model.ts";
import { createEvaluation, type Evaluation } from "../expressions/evaluation.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import { stringCompareOf } from "../values/collation.ts";
import type { StringCompare } from "../values/compare.ts";
import { type Doc, isDoc } from "../values/document.ts";

/** Where a command runs: its database, its transaction and its collation. */
export interface Environment {
  readonly engine: Engine;
  readonly database: string;
  readonly transaction: Transaction | null;
  readonly strings: StringCompare | undefined;
  readonly collation: Doc | undefined;
  /** `$$NOW` */
  readonly now: Date;
}

export function environmentFor(engine: Engine, database: string, transaction: Transaction | null, collation?: unknown): Environment {
  const specification = isDoc(collation) ? collation : undefined;
  return { engine, database, transaction, strings: stringCompareOf(specification), collation: specification, now: new Date() };
}

export const evaluationIn = (environment: Environment, variables: Doc = {}): Evaluation => createEvaluation(variables, environment.now);

/** What filters need in this environment; the evaluation is made when a filter has an `$expr`. */
export function matchOptionsIn(environment: Pick<Environment, "strings" | "now">, variables: Doc = {}): MatchOptions {
  let evaluation: Evaluation | undefined;
  return {
    strings: environment.strings,
    evaluator: (expression) => {
      evaluation ??= createEvaluation(variables, environment.now);
      return evaluation.compile(expression);
    },
  };
}
