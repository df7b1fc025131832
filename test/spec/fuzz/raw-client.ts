import { Agent, type IncomingMessage, request } from "node:http";
import type { Reply, ReplyBody } from "../../support/http.ts";
import type { FuzzRequest } from "./requests.ts";

const TIMEOUT_MS = 10_000;

export interface RawClient {
  /** Sends the request unchanged; `fetch` would correct or refuse malformed parts. */
  send(method: string, prefix: string, request: FuzzRequest): Promise<Reply>;
  close(): void;
}

export function rawClient(origin: string): RawClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port } = new URL(origin);
  return {
    send: (method, prefix, { path, headers, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
        const options = { agent, hostname, port, method, path: prefix + path, headers: { ...headers, ...length } };
        const sent = request(options, (response) => void replyOf(response).then(resolve, reject));
        sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error("no response")));
        sent.on("error", reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

async function replyOf(response: IncomingMessage): Promise<Reply> {
  const headers = new Headers(response.rawHeaders.flatMap((name, index, all) => (index % 2 ? [] : [[name, all[index + 1] ?? ""]])));
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (isStream) response.destroy();
  const chunks: Buffer[] = [];
  if (!isStream) for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const isJson = headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.statusCode ?? 0,
    headers,
    body: (isJson && text ? JSON.parse(text) : undefined) as ReplyBody,
    cookies: headers.getSetCookie(),
  };
}
