import type { Doc } from "../values/document.ts";
import { compileExpression, type ExpressionContext } from "./compile-expression.ts";
import type { Compiled } from "./operator.ts";

/** Compiles the expressions of one command, with its variables and one value of `$$NOW`. */
export interface Evaluation {
  readonly variables: Doc;
  /** The value of an expression for a document is undefined for a missing field. */
  compile(expression: unknown): Compiled;
}

export function createEvaluation(variables: Doc, now: Date): Evaluation {
  const context: ExpressionContext = { variables, now };
  return { variables, compile: (expression) => compileExpression(expression, context) };
}
