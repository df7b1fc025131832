import { Interruption } from "../engine/interruption.ts";
import type { Engine, Transaction } from "../engine/model.ts";
import { createEvaluation, type Evaluation } from "../expressions/evaluation.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import { stringCompareOf } from "../values/collation.ts";
import type { StringCompare } from "../values/compare.ts";
import { type Doc, isDoc } from "../values/document.ts";

/** The environment of a command: its database, its transaction and its collation. */
export interface Environment {
  readonly engine: Engine;
  readonly database: string;
  readonly transaction: Transaction | null;
  readonly compareStrings: StringCompare | undefined;
  readonly collation: Doc | undefined;
  /** `$$NOW` */
  readonly now: Date;
  /** Ends the work when the time of the command is over. */
  readonly interruption: Interruption;
}

export function environmentFor(
  engine: Engine,
  database: string,
  transaction: Transaction | null,
  collation?: unknown,
  interruption = new Interruption(),
): Environment {
  const specification = isDoc(collation) ? collation : undefined;
  return {
    engine,
    database,
    transaction,
    compareStrings: stringCompareOf(specification),
    collation: specification,
    now: new Date(),
    interruption,
  };
}

export const evaluationIn = (environment: Environment, variables: Doc = {}): Evaluation =>
  createEvaluation(variables, environment.now, environment.compareStrings !== undefined);

/** The options for compiling filters in this environment. The evaluation is created by the first `$expr`. */
export function matchOptionsIn(environment: Pick<Environment, "compareStrings" | "now">, variables: Doc = {}): MatchOptions {
  let evaluation: Evaluation | undefined;
  return {
    compareStrings: environment.compareStrings,
    evaluator: (expression) => {
      evaluation ??= createEvaluation(variables, environment.now, environment.compareStrings !== undefined);
      return evaluation.compile(expression);
    },
  };
}
