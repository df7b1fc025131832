import { AsyncLocalStorage } from "node:async_hooks";
import { channel, tracingChannel } from "node:diagnostics_channel";
import { usesOfCommand } from "./command-uses.ts";
import type { Node } from "./language-uses.ts";
import { isById, type QueryShape, shapesOf } from "./query-shape.ts";

/** The uses and query shapes that the stores sent to the database. */
export interface Recording {
  readonly uses: readonly string[];
  readonly shapes: readonly QueryShape[];
}

/** Commands of transactions, sessions and cursors: the driver sends them by itself, outside the operations of the stores. */
const OF_SESSIONS = new Set(["commitTransaction", "abortTransaction", "killSessions", "endSessions", "getMore"]);

/** The driver sends it when it abandons a cursor, which depends on when a connection is cut; no store sends it. */
const OF_THE_DRIVER = "killCursors";

interface CommandEvent {
  readonly event: string;
  readonly details: { readonly commandName: string; readonly command: Node };
}

/** Records the commands of every store in this process until it is stopped. Commands that tests send themselves do not count. */
export function startRecorder(): { stop(): Recording } {
  const inStore = new AsyncLocalStorage<object>();
  const uses = new Set<string>();
  const shapes = new Map<string, QueryShape>();
  const onCommand = (message: unknown) => {
    const { event, details } = message as CommandEvent;
    if (event !== "commandStarted" || details.commandName === OF_THE_DRIVER) return;
    if (!inStore.getStore() && !OF_SESSIONS.has(details.commandName)) return;
    for (const use of usesOfCommand(details.commandName, details.command)) uses.add(use);
    for (const shape of shapesOf(details.commandName, details.command)) if (!isById(shape)) shapes.set(JSON.stringify(shape), shape);
  };
  const operations = tracingChannel("mongo:operation");
  const commands = channel("mongo:command");
  operations.start.bindStore(inStore, (operation) => operation as object);
  commands.subscribe(onCommand);
  return {
    stop() {
      operations.start.unbindStore(inStore);
      commands.unsubscribe(onCommand);
      return { uses: [...uses].sort(), shapes: sortedShapes(shapes) };
    },
  };
}

/** Shapes in the order of the text that identifies them. */
export const sortedShapes = <S extends QueryShape>(shapes: ReadonlyMap<string, S>): S[] =>
  [...shapes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
