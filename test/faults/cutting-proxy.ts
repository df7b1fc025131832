import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { createMessageSplitter, readMessage } from "@creator-platform/embedded-mongo";
import { EJSON } from "bson";
import { primaryOf } from "../mongo/primary.ts";

/**
 * Where a connection is cut: before the command leaves, within it, before the answer, or within the answer. The first two leave the command
 * undone. The others leave it done, and the client does not know.
 */
export const CUTS = ["before", "within", "unanswered", "half-answered"] as const;
export type Cut = (typeof CUTS)[number];

/** A command on its way to the store. */
export interface SeenCommand {
  readonly name: string;
  /** For the end of a transaction: the database of its first command. */
  readonly database: string;
  /** Session and number of its transaction; null outside of transactions. */
  readonly transaction: string | null;
}

/** Decides for each command whether and where to cut the connection. */
export type Knife = (command: SeenCommand) => Cut | null;

/** A proxy between the services and their store, which cuts connections. */
export interface CuttingProxy {
  readonly url: string;
  /** The number of connections cut so far. */
  readonly cuts: number;
  /** Replaces the knife; null lets everything pass. */
  use(knife: Knife | null): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of the store at `target`. Clients reconnect at once, not after half a second. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = await primaryOf(target);
  const state = { knife: null as Knife | null, cuts: 0 };
  const commandIn = commandReader();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const store = connect(port, hostname);
    for (const socket of [client, store]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    passThrough(client, store, (bytes) => {
      const cut = state.knife?.(commandIn(bytes)) ?? null;
      if (cut) state.cuts += 1;
      return cut;
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `mongodb://127.0.0.1:${address.port}/?replicaSet=rs0&directConnection=true&minHeartbeatFrequencyMS=20`,
    get cuts() {
      return state.cuts;
    },
    use(knife) {
      state.knife = knife;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function passThrough(client: Socket, store: Socket, decide: (command: Buffer) => Cut | null): void {
  const sever = () => {
    client.destroy();
    store.destroy();
  };
  /** Half of the bytes still arrive. */
  const severWithin = (receiver: Socket, bytes: Buffer) => {
    receiver.write(bytes.subarray(0, Math.floor(bytes.length / 2)), sever);
  };
  // A client sends its next command only after the answer to the last one.
  let fate: Cut | null = null;
  const toStore = createMessageSplitter((bytes) => {
    fate = decide(bytes);
    if (fate === "before") sever();
    else if (fate === "within") severWithin(store, bytes);
    else store.write(bytes);
  });
  const toClient = createMessageSplitter((bytes) => {
    if (fate === "unanswered") sever();
    else if (fate === "half-answered") severWithin(client, bytes);
    else client.write(bytes);
  });
  client.on("data", toStore);
  store.on("data", toClient);
  client.on("close", sever);
  store.on("close", sever);
}

function commandReader(): (bytes: Buffer) => SeenCommand {
  const databases = new Map<string, string>();
  return (bytes) => {
    const { body, database } = readMessage(bytes);
    const [name = ""] = Object.keys(body);
    if (body.autocommit !== false) return { name, database, transaction: null };
    const transaction = EJSON.stringify([body.lsid, body.txnNumber]);
    if (body.startTransaction === true) databases.set(transaction, database);
    return { name, database: databases.get(transaction) ?? database, transaction };
  };
}
