import { expressionUses, filterUses, isObject, type Node, stageUses, type Uses, updateUses } from "./language-uses.ts";

/** Fields that the driver adds to every command for sessions and routing. */
const OF_THE_DRIVER = new Set(["$db", "$clusterTime", "lsid", "txnNumber", "startTransaction", "autocommit", "$readPreference"]);

/** Options whose values matter as much as their names. */
const VALUED = new Set(["ordered", "multi", "upsert", "new", "remove", "writeConcern", "readConcern"]);

/** The features that a command uses: its name, options, stages, operators, index options. */
export function usesOfCommand(name: string, command: Node): Uses {
  const uses: Uses = new Set([`command ${name}`]);
  for (const [option, value] of Object.entries(command)) {
    if (option === name || OF_THE_DRIVER.has(option)) continue;
    addOption(uses, `${name}.${option}`, option, value);
    addLanguage(uses, option, value);
  }
  return uses;
}

function addOption(uses: Uses, path: string, option: string, value: unknown): void {
  if (option === "writeConcern" || option === "readConcern") {
    // Values of the driver's own classes. The driver adds them itself: cluster times, and those of a retried commit.
    for (const [key, setting] of Object.entries(value ?? {}))
      if (key === "level" || key === "w" || key === "j") uses.add(`option ${option}.${key}: ${String(setting)}`);
  } else uses.add(VALUED.has(option) ? `option ${path}: ${String(value)}` : `option ${path}`);
  if (option === "updates" || option === "deletes")
    for (const statement of listOf(value))
      for (const [part, setting] of Object.entries(statement)) {
        addOption(uses, `${path}.${part}`, part, setting);
        addLanguage(uses, part, setting);
      }
}

/** The parts of a command that use MongoDB's query languages. */
function addLanguage(uses: Uses, option: string, value: unknown): void {
  if (option === "filter" || option === "query" || option === "q") filterUses(value, uses);
  else if (option === "u" || option === "update") updateUses(value, uses);
  else if (option === "arrayFilters") for (const filter of listOf(value)) filterUses(filter, uses);
  else if (option === "pipeline") stageUses(value, uses);
  else if (option === "projection" || option === "fields") projectionUses(value, uses);
  else if (option === "indexes") for (const index of listOf(value)) indexUses(index, uses);
}

function projectionUses(value: unknown, uses: Uses): void {
  for (const [path, shown] of Object.entries(isObject(value) ? value : {})) {
    uses.add(path.endsWith(".$") ? "projection positional" : `projection ${typeof shown === "object" ? "expression" : "of fields"}`);
    expressionUses(shown, uses);
  }
}

function indexUses(index: Node, uses: Uses): void {
  for (const [option, value] of Object.entries(index)) {
    if (option === "key") for (const direction of directionsOf(value)) uses.add(`index key ${String(direction)}`);
    else uses.add(`index ${option}`);
    if (option === "partialFilterExpression") filterUses(value, uses, "partial index");
    if (option === "collation" && isObject(value))
      for (const [key, setting] of Object.entries(value)) uses.add(`index collation ${key}: ${String(setting)}`);
  }
}

/** The driver stores the order of the keys in a map. */
const directionsOf = (key: unknown): unknown[] => [
  ...(typeof key === "object" && key && "values" in key ? (key as Map<string, unknown>).values() : Object.values(key ?? {})),
];

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isObject) : []);
