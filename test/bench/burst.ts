import { connect, type Socket } from "node:net";
import { SECOND } from "#libs/kernel/clock.ts";
import { median, quantile } from "./figures.ts";

export interface BenchRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

/** Sends a request and returns the body of its answer. Throws when the answer is a refusal. */
export type Ask = (request: BenchRequest) => Promise<string>;

/** The work that a connection repeats. */
export interface Load {
  readonly connections: number;
  /** Whether work continues in the background after the last answer. */
  readonly hasBackgroundWork?: boolean;
  /** Whether work is left. Default: always. */
  hasMore?(): boolean;
  round(ask: Ask, connection: number): Promise<unknown>;
}

export interface BurstResult {
  /** Rounds in which every request was answered with success. */
  readonly rounds: number;
  readonly perSecond: number;
  /** Milliseconds until an answer. */
  readonly p50: number;
  readonly p99: number;
  /** Refusals by status and key. */
  readonly refusals: ReadonlyMap<string, number>;
}

class Refused extends Error {}

/** Every connection begins rounds until the time is over, and finishes the last one, so that no round is left half done. */
export async function runBurst(port: number, load: Load, seconds: number): Promise<BurstResult> {
  const [latencies, refusals]: [number[], Map<string, number>] = [[], new Map()];
  let rounds = 0;
  const began = performance.now();
  const end = began + seconds * SECOND;
  const work = async (index: number) => {
    const connection = new Connection(port);
    const ask: Ask = async (request) => {
      const asked = performance.now();
      const { status, body } = await connection.ask(request);
      latencies.push(performance.now() - asked);
      if (status >= 200 && status < 300) return body;
      throw new Refused(`${status} ${/"(?:i18nKey|code)":"([^"]+)/.exec(body)?.[1] ?? ""}`);
    };
    while (performance.now() < end && (load.hasMore?.() ?? true)) {
      try {
        await load.round(ask, index);
        rounds += 1;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refusals.set(error.message, (refusals.get(error.message) ?? 0) + 1);
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: load.connections }, (_, index) => work(index)));
  const perSecond = rounds / ((performance.now() - began) / SECOND);
  return { rounds, perSecond, p50: median(latencies), p99: quantile(latencies, 0.99), refusals };
}

const USER_AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const END_OF_HEAD = "\r\n\r\n";

/**
 * A connection that sends one request after the other. A full HTTP client takes five times the processor time, on the same cores that are
 * measured. A server may close it after any answer, as the product does after a thousand.
 */
class Connection {
  readonly #port: number;
  #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answer: PromiseWithResolvers<{ readonly status: number; readonly body: string }> | null = null;

  constructor(port: number) {
    this.#port = port;
    this.#socket = this.#open();
  }

  #open(): Socket {
    const socket = connect(this.#port, "127.0.0.1").setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    const fail = (error: Error) => {
      if (socket === this.#socket) this.#answer?.reject(error);
    };
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("the connection was closed before the answer")));
    return socket;
  }

  ask({ method, path, token, body }: BenchRequest): Promise<{ readonly status: number; readonly body: string }> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const type = body === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    const bearer = token ? `Authorization: Bearer ${token}\r\n` : "";
    // The server closed the connection without announcing it in its last answer.
    if (this.#socket.destroyed || this.#socket.readableEnded) this.#socket = this.#open();
    this.#answer = Promise.withResolvers();
    this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${USER_AGENT}\r\n${bearer}${type}\r\n${text}`);
    return this.#answer.promise;
  }

  close(): void {
    this.#answer = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk;
    const headEnd = this.#received.indexOf(END_OF_HEAD);
    if (headEnd < 0) return;
    const head = this.#received.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#answer?.reject(new Error(`an answer without its length: ${head}`));
      return;
    }
    const start = headEnd + END_OF_HEAD.length;
    const end = start + Number(length);
    if (this.#received.length < end) return;
    const body = this.#received.toString("utf8", start, end);
    this.#received = this.#received.subarray(end);
    if (/\r\nconnection: close/i.test(head)) {
      this.#socket.destroy();
      this.#socket = this.#open();
    }
    this.#answer?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}
