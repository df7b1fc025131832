import { type Environment, environmentFor, evaluationIn, matchOptionsIn } from "../aggregation/environment.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import { compileProjection, type Projection } from "../projection/compile-projection.ts";
import type { Command } from "./model.ts";
import type { Server } from "./server-state.ts";

/** The context for the expressions and filters of a command. */
export interface CommandScope {
  readonly environment: Environment;
  readonly match: MatchOptions;
}

export function scopeOf({ database, transaction, interruption }: Command, { engine }: Server): CommandScope {
  const environment = environmentFor(engine, database, transaction, interruption);
  return { environment, match: matchOptionsIn(environment) };
}

/** The projection of find and findAndModify. */
export const projectionIn = ({ environment }: CommandScope, specification: unknown): Projection | null =>
  compileProjection(specification, { find: true, compile: (expression) => evaluationIn(environment).compile(expression) });
