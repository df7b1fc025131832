import { type Collection, type Db, MongoClient } from "mongodb";
import { variable } from "./ready.ts";
import type { SessionRow } from "./visit.ts";

const DATABASE = "bench";

export interface NotificationRow {
  readonly _id: string;
  readonly userId: string;
  readonly eventKey: string;
  readonly title: string;
  readonly body: string;
  readonly data: object;
  readonly read: boolean;
  readonly readAt: Date | null;
  readonly createdAt: Date;
}

/** A text or value that rarely changes, by the path under which it is read. */
export interface TextRow {
  readonly _id: string;
  readonly value: unknown;
}

export interface Store {
  readonly sessions: Collection<SessionRow>;
  readonly notifications: Collection<NotificationRow>;
  readonly texts: Collection<TextRow>;
}

export async function openStore(): Promise<Store> {
  const client = await new MongoClient(variable("STORE_URL"), { maxPoolSize: 20 }).connect();
  return storeIn(client.db(DATABASE));
}

export function storeIn(database: Db): Store {
  return {
    sessions: database.collection("analytics_sessions"),
    notifications: database.collection("notifications"),
    texts: database.collection("texts"),
  };
}
