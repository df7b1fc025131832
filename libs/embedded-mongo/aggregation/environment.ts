import { Interruption } from "../engine/interruption.ts";
import type { Engine, Transaction } from "../engine/model.ts";
import { createEvaluation, type Evaluation } from "../expressions/evaluation.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import type { Doc } from "../values/document.ts";

/** The environment of a command: its database and its transaction. */
export interface Environment {
  readonly engine: Engine;
  readonly database: string;
  readonly transaction: Transaction | null;
  /** `$$NOW` */
  readonly now: Date;
  /** Ends the work when the time of the command is over. */
  readonly interruption: Interruption;
}

export const environmentFor = (
  engine: Engine,
  database: string,
  transaction: Transaction | null,
  interruption = new Interruption(),
): Environment => ({ engine, database, transaction, now: new Date(), interruption });

export const evaluationIn = (environment: Environment, variables: Doc = {}): Evaluation => createEvaluation(variables, environment.now);

/** The options for compiling filters in this environment. */
export const matchOptionsIn = (environment: Pick<Environment, "now">, variables: Doc = {}): MatchOptions => ({
  evaluator: (expression) => createEvaluation(variables, environment.now).compile(expression),
});
