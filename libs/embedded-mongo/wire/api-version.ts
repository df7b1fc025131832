import type { Command } from "../commands/model.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** The commands of the Stable API 1 that this server has. */
const COMMANDS = words(
  "abortTransaction aggregate authenticate bulkWrite collMod commitTransaction count create createIndexes delete drop dropDatabase " +
    "dropIndexes endSessions explain find findAndModify getMore hello insert killCursors listCollections listDatabases listIndexes ping " +
    "refreshSessions saslContinue saslStart update",
);
/** Stages that it leaves out. */
const OTHER_STAGES = words("$currentOp $indexStats $listLocalSessions $listSessions $planCacheStats");

/** Throws a MongoError for a command that names another API than 1, or that is strict and leaves it. */
export function checkApiVersion({ name, body }: Command): void {
  const { apiVersion, apiStrict } = body;
  if (apiVersion !== undefined && apiVersion !== "1")
    throw new MongoError(322, "APIVersionError", `API version must be "1". The provided value is ${String(apiVersion)}`);
  if (apiStrict !== true) return;
  if (!COMMANDS.has(name)) throw strictError(`the command ${name}`);
  const stage = stagesOf(body).find((each) => OTHER_STAGES.has(each));
  if (stage) throw strictError(`the stage ${stage}`);
}

const stagesOf = ({ pipeline }: Doc): string[] =>
  Array.isArray(pipeline) ? pipeline.map((stage) => (isDoc(stage) && firstKey(stage)) || "") : [];

const strictError = (what: string) => new MongoError(323, "APIStrictError", `Provided apiStrict:true, but ${what} is not in API Version 1`);
