/** The uses found, one line each: `stage $match`, `filter $in`. */
export type Uses = Set<string>;

export type Node = Readonly<Record<string, unknown>>;

/** A document; not a date, an id or another value with a class of its own. */
export function isObject(value: unknown): value is Node {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  // Compares by class name, because the tests run in another realm than the recorder.
  return ["Object", undefined].includes(value.constructor?.name) && !("_bsontype" in value);
}

const AGGREGATING_STAGES = new Set(["$group", "$bucket", "$bucketAuto"]);

export function filterUses(filter: unknown, uses: Uses, kind = "filter"): void {
  if (Array.isArray(filter)) for (const part of filter) filterUses(part, uses, kind);
  if (!isObject(filter)) return;
  for (const [key, value] of Object.entries(filter)) {
    if (key.startsWith("$")) uses.add(`${kind} ${key}`);
    if (key === "$expr") expressionUses(value, uses);
    else if (key === "$regex" || key === "$options") uses.add(`${kind} ${key}`);
    else filterUses(value, uses, kind);
  }
}

export function updateUses(update: unknown, uses: Uses): void {
  if (Array.isArray(update)) {
    uses.add("update pipeline");
    stageUses(update, uses);
    return;
  }
  for (const [operator, fields] of Object.entries(isObject(update) ? update : {})) {
    uses.add(operator.startsWith("$") ? `update ${operator}` : "update replacement");
    for (const [path, value] of Object.entries(isObject(fields) ? fields : {})) {
      for (const part of path.split(".")) if (part.startsWith("$")) uses.add(`update path ${part.replace(/\[.+\]/, "[identifier]")}`);
      if (operator === "$pull") filterUses(value, uses);
      else if (operator === "$push" || operator === "$addToSet")
        for (const modifier of Object.keys(isObject(value) ? value : {}))
          if (modifier.startsWith("$")) uses.add(`update ${operator} ${modifier}`);
    }
  }
}

export function stageUses(pipeline: unknown, uses: Uses): void {
  for (const stage of Array.isArray(pipeline) ? pipeline : []) {
    if (!isObject(stage)) continue;
    for (const [name, argument] of Object.entries(stage)) {
      uses.add(`stage ${name}`);
      if (name === "$match") filterUses(argument, uses);
      else stageArgumentUses(name, argument, uses);
    }
  }
}

function stageArgumentUses(name: string, argument: unknown, uses: Uses): void {
  if (!isObject(argument)) return;
  if (name === "$facet") {
    for (const pipeline of Object.values(argument)) stageUses(pipeline, uses);
    return;
  }
  for (const [field, value] of Object.entries(argument)) {
    if (name === "$lookup" || name === "$unionWith" || name === "$merge") uses.add(`stage ${name}.${field}`);
    if (field === "pipeline") stageUses(value, uses);
    else if (AGGREGATING_STAGES.has(name) && field !== "_id") accumulatorUses(value, uses);
    else expressionUses(value, uses);
  }
}

function accumulatorUses(value: unknown, uses: Uses): void {
  for (const [name, argument] of Object.entries(isObject(value) ? value : {})) {
    uses.add(`accumulator ${name}`);
    expressionUses(argument, uses);
  }
}

export function expressionUses(expression: unknown, uses: Uses): void {
  if (typeof expression === "string" && expression.startsWith("$$")) uses.add(`variable ${expression.split(".")[0]}`);
  if (Array.isArray(expression)) for (const part of expression) expressionUses(part, uses);
  if (!isObject(expression)) return;
  for (const [key, value] of Object.entries(expression)) {
    if (key.startsWith("$")) uses.add(`expression ${key}`);
    if (key !== "$literal") expressionUses(value, uses);
  }
}
