import { Agent, type IncomingMessage, request } from "node:http";
import type { Reply, ReplyBody } from "#test/support/http.ts";
import type { FuzzRequest } from "./requests.ts";

const LONGEST_MS = 10_000;

export interface Wire {
  /** Sends the bytes as they are: a client of higher level would put right what is wrong with them. */
  send(method: string, prefix: string, request: FuzzRequest): Promise<Reply>;
  close(): void;
}

export function wire(origin: string): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port } = new URL(origin);
  return {
    send: (method, prefix, { path, headers, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
        const options = { agent, hostname, port, method, path: prefix + path, headers: { ...headers, ...length } };
        const sent = request(options, (answer) => void replyOf(answer).then(resolve, reject));
        sent.setTimeout(LONGEST_MS, () => sent.destroy(new Error("no answer")));
        sent.on("error", reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

async function replyOf(answer: IncomingMessage): Promise<Reply> {
  const headers = new Headers(answer.rawHeaders.flatMap((name, index, all) => (index % 2 ? [] : [[name, all[index + 1] ?? ""]])));
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (isStream) answer.destroy();
  const chunks: Buffer[] = [];
  if (!isStream) for await (const chunk of answer) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const isJson = headers.get("content-type")?.includes("json") ?? false;
  return {
    status: answer.statusCode ?? 0,
    headers,
    body: (isJson && text ? JSON.parse(text) : undefined) as ReplyBody,
    cookies: headers.getSetCookie(),
  };
}
