import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";
import { readUsers } from "../access/users.ts";
import { environmentFor, matchOptionsIn } from "../aggregation/environment.ts";
import { CursorRegistry } from "../commands/cursor-registry.ts";
import { expireDocuments } from "../commands/expire-documents.ts";
import type { Connection } from "../commands/model.ts";
import { Operations } from "../commands/operations.ts";
import type { Server } from "../commands/server-state.ts";
import { SessionRegistry } from "../commands/session-registry.ts";
import { openEngine } from "../engine/open-engine.ts";
import { dataFile, lockDataDirectory } from "../store/data-directory.ts";
import { Store } from "../store/store.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
import { createFailPoints } from "./fail-points.ts";
import { ProtocolError } from "./raw-bson.ts";
import { createMessageSplitter, readMessage } from "./read-message.ts";
import { writeReply } from "./write-reply.ts";

export interface WireServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The directory of the data; null keeps them in memory only. */
  readonly dataDir: string | null;
  readonly fsync: boolean;
  readonly failPoints: boolean;
  /** The file of users; null lets every client do everything. */
  readonly usersFile: string | null;
  readonly expireEverySeconds: number;
  onInternalError(error: unknown, where: string): void;
}

export interface WireServer {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

const SWEEP_INTERVAL_MS = 1000;
const TRANSACTION_LIFETIME_MS = 60_000;
const MAX_CONNECTIONS = 10_000;

function createServerState(store: Store, { usersFile }: WireServerOptions): Server {
  return {
    engine: openEngineOn(store),
    cursors: new CursorRegistry(),
    sessions: new SessionRegistry(store),
    operations: new Operations(),
    users: usersFile === null ? null : readUsers(usersFile),
    address: "127.0.0.1:27017",
    startedAt: Date.now(),
    counters: { insert: 0, query: 0, update: 0, delete: 0, getmore: 0, command: 0 },
    retryableWriteFailPoint: () => null,
  };
}

/** Opens the store, then starts listening. */
export async function startWireServer(options: WireServerOptions): Promise<WireServer> {
  const lock = options.dataDir === null ? null : lockDataDirectory(options.dataDir);
  let store: Store | null = null;
  try {
    store = openStore(options);
    const server = createServerState(store, options);
    const failPoints = options.failPoints ? createFailPoints() : null;
    if (failPoints) server.retryableWriteFailPoint = () => failPoints.forRetryableWrite();
    const dispatch = createDispatcher(server, { failPoints, onInternalError: options.onInternalError });
    const sockets = new Set<Socket>();
    const listener = createServer(connectionHandler({ sockets, server, dispatch, onInternalError: options.onInternalError }));
    listener.maxConnections = MAX_CONNECTIONS;
    const { address, port } = await listen(listener, options);
    server.address = `${address.includes(":") ? `[${address}]` : address}:${port}`;
    const timers = startTimers(server, options);
    return {
      host: address,
      port,
      async stop() {
        for (const timer of timers) clearInterval(timer);
        for (const socket of sockets) socket.destroy();
        await new Promise<void>((resolve) => listener.close(() => resolve()));
        await server.engine.store.close();
        lock?.close();
      },
    };
  } catch (error) {
    await store?.close();
    lock?.close();
    throw error;
  }
}

/**
 * Opens the engine on a store, with the expressions that filters may have.
 *
 * @internal
 */
export const openEngineOn = (store: Store) => openEngine(store, (engine) => matchOptionsIn(environmentFor(engine, "", null)));

/** Opens the store of a data directory, or one in memory. */
function openStore({ dataDir: directory, fsync, onInternalError }: WireServerOptions): Store {
  const file = directory === null ? null : dataFile(directory);
  return new Store({ file, fsync, onFailure: (error) => onInternalError(error, "store") });
}

function listen(listener: NetServer, { host, port }: WireServerOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, host, () => {
      const address = listener.address();
      if (address === null || typeof address === "string") reject(new Error("embedded-mongo: no TCP address"));
      else resolve(address);
    });
  });
}

function startTimers(server: Server, { expireEverySeconds, onInternalError }: WireServerOptions): NodeJS.Timeout[] {
  const sweep = () => {
    const now = Date.now();
    server.sessions.abortExpired(now, TRANSACTION_LIFETIME_MS);
    server.cursors.closeIdle(now);
  };
  const expire = () => {
    try {
      expireDocuments(server.engine, Date.now());
      server.sessions.forgetExpired(Date.now());
    } catch (error) {
      // the next run deletes the remaining documents
      onInternalError(error, "expiry");
    }
  };
  const timers = [setInterval(sweep, SWEEP_INTERVAL_MS), setInterval(expire, expireEverySeconds * 1000)];
  for (const timer of timers) timer.unref();
  return timers;
}

interface ConnectionContext {
  readonly sockets: Set<Socket>;
  readonly server: Server;
  readonly dispatch: Dispatcher;
  onInternalError(error: unknown, where: string): void;
}

/** Handles the messages of a connection one after another. */
function connectionHandler(context: ConnectionContext): (socket: Socket) => void {
  let connections = 0;
  let replies = 0;
  return (socket) => {
    socket.setNoDelay(true);
    context.sockets.add(socket);
    const connection: Connection = { id: ++connections, metadata: {}, cursors: new Set(), isOpen: true, user: null, signIn: null };
    let queue: Promise<void> = Promise.resolve();
    let inFlight = 0;
    const handle = async (bytes: Buffer): Promise<void> => {
      try {
        const message = readMessage(bytes);
        const reply = await context.dispatch(message, connection);
        if (reply === null) socket.destroy();
        if (reply === null || message.isOneWay) return;
        for (const part of writeReply(reply, ++replies, message.requestId, message.isLegacy)) socket.write(part);
      } catch (error) {
        if (!(error instanceof ProtocolError)) context.onInternalError(error, "connection");
        socket.destroy();
      } finally {
        inFlight--;
        // the message had arrived before the connection was closed, and may have begun a transaction
        if (!connection.isOpen) context.server.sessions.connectionClosed(connection);
      }
    };
    const split = createMessageSplitter((bytes) => {
      // usually only one message is in flight; it is handled without queueing
      inFlight++;
      queue = inFlight === 1 ? handle(bytes) : queue.then(() => handle(bytes));
    });
    socket.on("close", () => {
      context.sockets.delete(socket);
      connection.isOpen = false;
      context.server.operations.connectionClosed(connection);
      context.server.sessions.connectionClosed(connection);
    });
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      try {
        split(chunk);
      } catch {
        socket.destroy();
      }
    });
  };
}
