import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";
import { environmentFor, matchOptionsIn } from "../aggregation/environment.ts";
import { CursorRegistry } from "../commands/cursor-registry.ts";
import { expireDocuments } from "../commands/expire-documents.ts";
import type { Connection } from "../commands/model.ts";
import type { Server } from "../commands/server-state.ts";
import { SessionRegistry } from "../commands/session-registry.ts";
import { createEngine } from "../engine/catalog.ts";
import { lockDataDirectory } from "../journal/data-directory-lock.ts";
import { type Journal, openJournal } from "../journal/journal.ts";
import { toDouble } from "../values/bson-types.ts";
import { ProtocolError } from "./bson-cursor.ts";
import { createDispatcher, type Dispatcher } from "./dispatch.ts";
import { createFailPoints } from "./fail-points.ts";
import { createMessageSplitter, readMessage } from "./read-message.ts";
import { writeReply } from "./write-reply.ts";

export interface WireServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Where the journal is kept; null for memory alone. */
  readonly dataDir: string | null;
  readonly fsync: boolean;
  readonly failPoints: boolean;
  readonly expireEverySeconds: number;
  onInternalError(error: unknown, where: string): void;
}

export interface WireServer {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

const SWEEP_MILLISECONDS = 1000;
const MAX_CONNECTIONS = 10_000;

function createServerState(failPoints: boolean): Server {
  return {
    engine: createEngine((engine) => matchOptionsIn(environmentFor(engine, "", null))),
    cursors: new CursorRegistry(),
    sessions: new SessionRegistry(),
    address: "127.0.0.1:27017",
    startedAt: Date.now(),
    parameters: {
      transactionLifetimeLimitSeconds: 60,
      ttlMonitorSleepSecs: 60,
      featureCompatibilityVersion: { version: "7.0" },
      enableTestCommands: failPoints,
    },
    counters: { insert: 0, query: 0, update: 0, delete: 0, getmore: 0, command: 0 },
    retryableWriteFailPoint: () => null,
  };
}

/** Starts listening, after the journal has been read. */
export async function startWireServer(options: WireServerOptions): Promise<WireServer> {
  const server = createServerState(options.failPoints);
  const lock = options.dataDir === null ? null : lockDataDirectory(options.dataDir);
  try {
    const onFailure = (error: unknown): void => options.onInternalError(error, "journal");
    const journal =
      options.dataDir === null ? null : openJournal(server.engine, { directory: options.dataDir, fsync: options.fsync, onFailure });
    const failPoints = options.failPoints ? createFailPoints() : null;
    if (failPoints) server.retryableWriteFailPoint = () => failPoints.forRetryableWrite();
    const dispatch = createDispatcher(server, { failPoints, onInternalError: options.onInternalError });
    const sockets = new Set<Socket>();
    const listener = createServer(connectionHandler({ sockets, dispatch, journal, onInternalError: options.onInternalError }));
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
        journal?.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
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
    server.sessions.abortExpired(now, toDouble(server.parameters.transactionLifetimeLimitSeconds) * 1000);
    server.cursors.closeIdle(now);
  };
  const expire = () => {
    try {
      expireDocuments(server.engine, Date.now());
    } catch (error) {
      // the next round finds them again
      onInternalError(error, "expiry");
    }
  };
  const timers = [setInterval(sweep, SWEEP_MILLISECONDS), setInterval(expire, expireEverySeconds * 1000)];
  for (const timer of timers) timer.unref();
  return timers;
}

interface ConnectionContext {
  readonly sockets: Set<Socket>;
  readonly dispatch: Dispatcher;
  readonly journal: Journal | null;
  onInternalError(error: unknown, where: string): void;
}

/** Answers the messages of a connection one after another. */
function connectionHandler(context: ConnectionContext): (socket: Socket) => void {
  let connections = 0;
  let replies = 0;
  return (socket) => {
    socket.setNoDelay(true);
    context.sockets.add(socket);
    const connection: Connection = { id: ++connections, metadata: {}, cursors: new Set() };
    let queue: Promise<void> = Promise.resolve();
    let inFlight = 0;
    const answer = async (bytes: Buffer): Promise<void> => {
      try {
        const message = readMessage(bytes);
        const reply = await context.dispatch(message, connection);
        // what was handed to the operating system before it happened is, with fsync, on disk before it is acknowledged
        context.journal?.sync();
        if (reply === null) socket.destroy();
        if (reply === null || message.isOneWay) return;
        const [head, body] = writeReply(reply, ++replies, message.requestId, message.isLegacy);
        socket.cork();
        socket.write(head);
        socket.write(body);
        socket.uncork();
      } catch (error) {
        if (!(error instanceof ProtocolError)) context.onInternalError(error, "connection");
        socket.destroy();
      } finally {
        inFlight--;
      }
    };
    const split = createMessageSplitter((bytes) => {
      // with one message in flight, which is usual, nothing is queued
      inFlight++;
      queue = inFlight === 1 ? answer(bytes) : queue.then(() => answer(bytes));
    });
    socket.on("close", () => context.sockets.delete(socket));
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
