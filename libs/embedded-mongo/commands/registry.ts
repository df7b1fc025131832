import { MongoError } from "../values/mongo-error.ts";
import { ADMINISTRATION } from "./administration.ts";
import { aggregate } from "./aggregate.ts";
import { AUTHENTICATION } from "./authentication.ts";
import { create, drop, dropDatabase, listCollections, listDatabases } from "./collections.ts";
import { count } from "./count.ts";
import { explain } from "./explain.ts";
import { find, getMore, killCursors } from "./find.ts";
import { findAndModify } from "./find-and-modify.ts";
import { createIndexes, dropIndexes, listIndexes } from "./indexes.ts";
import { insert } from "./insert.ts";
import type { CommandHandler } from "./server-state.ts";
import { remove, update } from "./update-and-delete.ts";

/** All commands of this server but those that end a transaction, by their name on the wire. */
const COMMANDS: Readonly<Record<string, CommandHandler>> = {
  ...ADMINISTRATION,
  ...AUTHENTICATION,
  find,
  getMore,
  killCursors,
  aggregate,
  count,
  insert,
  update,
  delete: remove,
  findAndModify,
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  createIndexes,
  listIndexes,
  dropIndexes,
  explain,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** The handler of a command; throws CommandNotFound for an unknown one. */
export function commandNamed(name: string): CommandHandler {
  const handler = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!handler) throw new MongoError(59, "CommandNotFound", `no such command: '${name}'`);
  return handler;
}
