import { STAGES } from "./aggregation/stages/index.ts";
import { RUNNING_OPERATIONS } from "./commands/aggregate.ts";
import { COMMAND_NAMES } from "./commands/registry.ts";
import { ACCUMULATORS } from "./expressions/accumulators.ts";
import { EXPRESSION_OPERATORS } from "./expressions/compile-expression.ts";
import { FILTER_OPERATORS } from "./matcher/compile-filter.ts";
import { FIELD_OPERATORS } from "./matcher/field-operators.ts";
import { UPDATE_OPERATORS } from "./update/compile-update.ts";

/** All features of the server, by kind. It refuses everything else with MongoDB's code. */
export const SUPPORTED = {
  command: [...COMMAND_NAMES, "commitTransaction", "abortTransaction", "configureFailPoint"],
  stage: [...Object.keys(STAGES), RUNNING_OPERATIONS],
  filter: [...FILTER_OPERATORS, ...Object.keys(FIELD_OPERATORS)],
  update: Object.keys(UPDATE_OPERATORS),
  expression: [...EXPRESSION_OPERATORS],
  accumulator: Object.keys(ACCUMULATORS),
} as const satisfies Readonly<Record<string, readonly string[]>>;
