import { evalExpr } from "mingo/core";
import { type Doc, isDoc, own } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import { refuseComparisons } from "./collated.ts";
import { expressionError } from "./expression-error.ts";
import { withPaths } from "./field-paths.ts";
import { commandOptions, type EvaluationOptions, scopeFor } from "./mingo-context.ts";

/** Evaluates the expressions of one command, with its variables and one value of `$$NOW`. */
export interface Evaluation {
  readonly variables: Doc;
  readonly options: EvaluationOptions;
  /** The value of an expression for a document; undefined for a missing field. */
  evaluate(document: unknown, expression: unknown, variables?: Doc): unknown;
  /** Compiles an expression for evaluation over many documents. */
  compile(expression: unknown): (document: Doc) => unknown;
}

/** @param collated whether a collation applies, under which comparisons are refused */
export function createEvaluation(variables: Doc, now: Date, collated = false): Evaluation {
  const prepare = (expression: unknown): unknown => {
    if (collated) refuseComparisons(expression);
    return preparedOf(expression);
  };
  const options = commandOptions(variables, now);
  return {
    variables,
    options,
    evaluate(document, expression, more) {
      const scope = scopeFor(options, document);
      if (more) scope.update({ root: document, variables: more });
      return run(document, prepare(expression), scope);
    },
    compile(expression) {
      if (typeof expression === "string" && /^\$[^$.][^.]*$/.test(expression)) {
        const field = expression.slice(1);
        return (document) => own(document, field);
      }
      if (expression === null || (typeof expression !== "string" && !Array.isArray(expression) && !isDoc(expression)))
        return () => expression;
      const scope = scopeFor(options, {});
      const prepared = prepare(expression);
      return (document) => run(document, prepared, scope.update({ root: document }));
    },
  };
}

/** Expressions with prepared paths, by the expression as it was given: most are evaluated for many documents. */
const prepared = new WeakMap<object, unknown>();

function preparedOf(expression: unknown): unknown {
  if (typeof expression !== "object" || expression === null) return withPaths(expression);
  if (!prepared.has(expression)) prepared.set(expression, withPaths(expression));
  return prepared.get(expression);
}

function run(document: unknown, expression: unknown, scope: EvaluationOptions): unknown {
  try {
    return evalExpr(document, expression, scope);
  } catch (error) {
    throw error instanceof MongoError ? error : expressionError(error);
  }
}
