import { Long } from "bson";
import type { Interruption } from "../engine/interruption.ts";
import type { Doc } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import type { Command, Connection } from "./model.ts";

interface Operation {
  readonly command: Command;
  readonly startedAt: number;
}

/** The commands that are running. */
export class Operations {
  #running = new Map<number, Operation>();
  #sequence = 0;

  /** Registers a command until the result is called. */
  start(command: Command): () => void {
    const id = ++this.#sequence;
    this.#running.set(id, { command, startedAt: Date.now() });
    return () => this.#running.delete(id);
  }

  /** The running commands as `$currentOp` shows them: their targets, without any content. */
  describe(host: string): Doc[] {
    const now = Date.now();
    return [...this.#running].map(([opid, { command, startedAt }]) => {
      const { name, database, body, connection } = command;
      return {
        type: "op",
        host,
        desc: `conn${connection.id}`,
        connectionId: connection.id,
        active: true,
        opid,
        op: "command",
        ns: `${database}.${typeof body[name] === "string" ? body[name] : "$cmd"}`,
        command: { [name]: body[name] },
        microsecs_running: Long.fromNumber((now - startedAt) * 1000),
      };
    });
  }

  /** Interrupts the commands of a closed connection, because no client waits for their results. */
  connectionClosed(connection: Connection): void {
    for (const { command } of this.#running.values())
      if (command.connection === connection && !command.isOneWay)
        this.#interrupt(
          command.interruption,
          new MongoError(279, "ClientDisconnect", "operation was interrupted because a client disconnected"),
        );
  }

  #interrupt(interruption: Interruption | undefined, { code, codeName, message }: MongoError): void {
    interruption?.interrupt(new MongoError(code, codeName, message, { wholeCommand: true }));
  }
}
