import { MongoError } from "../values/mongo-error.ts";
import { ADMINISTRATION } from "./administration.ts";
import { aggregate } from "./aggregate.ts";
import { AUTHENTICATION } from "./authentication.ts";
import { create, drop, dropDatabase, listCollections, listDatabases, renameCollection } from "./collections.ts";
import { count, distinct } from "./count-and-distinct.ts";
import { explain } from "./explain.ts";
import { find, getMore, killCursors } from "./find.ts";
import { findAndModify } from "./find-and-modify.ts";
import { collMod, createIndexes, dropIndexes, listIndexes } from "./indexes.ts";
import { insert } from "./insert.ts";
import type { CommandHandler } from "./server-state.ts";
import { buildInfo, collStats, dbStats, serverStatus, validate } from "./statistics.ts";
import { remove, update } from "./update-and-delete.ts";

/** All commands of this server, by their name on the wire. */
const COMMANDS: Readonly<Record<string, CommandHandler>> = {
  ...ADMINISTRATION,
  ...AUTHENTICATION,
  find,
  getMore,
  killCursors,
  aggregate,
  count,
  distinct,
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  renameCollection,
  createIndexes,
  listIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  collMod,
  explain,
  collStats,
  dbStats,
  dbstats: dbStats,
  validate,
  buildInfo,
  buildinfo: buildInfo,
  serverStatus,
};

/** The handler of a command; throws CommandNotFound for an unknown one. */
export function commandNamed(name: string): CommandHandler {
  const handler = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!handler) throw new MongoError(59, "CommandNotFound", `no such command: '${name}'`);
  return handler;
}
