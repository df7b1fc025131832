import { type Environment, environmentFor, evaluationIn, matchOptionsIn } from "../aggregation/environment.ts";
import type { Evaluation } from "../expressions/evaluation.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import { compileProjection, type Projection } from "../projection/compile-projection.ts";
import { type Doc, isDoc, own, setOwn } from "../values/document.ts";
import { typeMismatch } from "../values/mongo-error.ts";
import type { Command } from "./model.ts";
import type { Server } from "./server-state.ts";

/** The context for the expressions and filters of a command. */
export interface CommandScope {
  readonly environment: Environment;
  /** The variables of `let`. */
  readonly variables: Doc;
  readonly match: MatchOptions;
  evaluation(): Evaluation;
}

/** The scope of a command, or of one of its statements that has its own collation and constants. */
export function scopeOf(
  command: Command,
  server: Server,
  statement: { collation?: unknown; constants?: unknown } = { collation: command.body.collation },
): CommandScope {
  const { database, transaction, interruption } = command;
  const environment = environmentFor(server.engine, database, transaction, statement.collation, interruption);
  const variables = letVariables(command.body.let, environment);
  if (isDoc(statement.constants)) Object.assign(variables, statement.constants);
  return {
    environment,
    variables,
    match: matchOptionsIn(environment, variables),
    evaluation: () => evaluationIn(environment, variables),
  };
}

function letVariables(bindings: unknown, environment: Environment): Doc {
  const variables: Doc = {};
  if (bindings === undefined) return variables;
  if (!isDoc(bindings)) throw typeMismatch("BSON field 'let' is the wrong type, expected type 'object'");
  const evaluation = evaluationIn(environment);
  for (const name of Object.keys(bindings)) setOwn(variables, name, evaluation.evaluate({}, own(bindings, name)));
  return variables;
}

/** The projection of find and findAndModify. */
export function projectionIn(scope: CommandScope, specification: unknown): Projection | null {
  if (!isDoc(specification) || !Object.keys(specification).length) return null;
  return compileProjection(specification, { find: true, match: scope.match, evaluate: scope.evaluation().evaluate });
}
