import { evalExpr } from "mingo/core";
import { type Doc, isDoc, own } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import { expressionError } from "./expression-error.ts";
import { commandOptions, type EvaluationOptions, scopeFor } from "./mingo-context.ts";

/** Evaluates expressions of one command: with its variables, and with the same `$$NOW` throughout. */
export interface Evaluation {
  readonly variables: Doc;
  readonly options: EvaluationOptions;
  /** The value of an expression for a document; undefined for a missing field. */
  evaluate(document: unknown, expression: unknown, variables?: Doc): unknown;
  /** The same for many documents. */
  compile(expression: unknown): (document: Doc) => unknown;
}

export function createEvaluation(variables: Doc, now: Date): Evaluation {
  const options = commandOptions(variables, now);
  return {
    variables,
    options,
    evaluate(document, expression, more) {
      const scope = scopeFor(options, document);
      if (more) scope.update({ root: document, variables: more });
      return run(document, expression, scope);
    },
    compile(expression) {
      if (typeof expression === "string" && /^\$[^$.][^.]*$/.test(expression)) {
        const field = expression.slice(1);
        return (document) => own(document, field);
      }
      if (expression === null || (typeof expression !== "string" && !Array.isArray(expression) && !isDoc(expression)))
        return () => expression;
      const scope = scopeFor(options, {});
      return (document) => run(document, expression, scope.update({ root: document }));
    },
  };
}

function run(document: unknown, expression: unknown, scope: EvaluationOptions): unknown {
  try {
    return evalExpr(document, expression, scope);
  } catch (error) {
    throw error instanceof MongoError ? error : expressionError(error);
  }
}
