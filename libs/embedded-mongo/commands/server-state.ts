import type { Users } from "../access/users.ts";
import type { Engine } from "../engine/model.ts";
import type { Doc } from "../values/document.ts";
import type { CursorRegistry } from "./cursor-registry.ts";
import type { Command, CursorBatch } from "./model.ts";
import type { Operations } from "./operations.ts";
import type { SessionRegistry } from "./session-registry.ts";

export type Reply = Doc | CursorBatch;
export type CommandHandler = (command: Command, server: Server) => Reply | Promise<Reply>;

/** The state that all connections share. */
export interface Server {
  readonly engine: Engine;
  readonly cursors: CursorRegistry;
  readonly sessions: SessionRegistry;
  readonly operations: Operations;
  /** Null if every client may do everything. */
  readonly users: Users | null;
  /** `host:port` */
  address: string;
  readonly startedAt: number;
  readonly counters: Record<"insert" | "query" | "update" | "delete" | "getmore" | "command", number>;
  /** The data of the fail point that fires at this retryable write; null for none. */
  retryableWriteFailPoint: () => Doc | null;
}
