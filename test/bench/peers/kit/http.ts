import type { IncomingMessage, ServerResponse } from "node:http";
import { failure } from "./envelope.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const MAX_BYTES = 65_536;

/** @param body JSON */
export function answer(response: ServerResponse, status: number, body: string | Uint8Array): void {
  response.writeHead(status, { "content-type": JSON_TYPE, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

export function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  answer(response, status, JSON.stringify(failure(code, message)));
}

/** The JSON of a request; undefined when the request was refused for its size or its syntax. */
export function readJson(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) return chunks.push(chunk);
      refuse(response, 413, "TOO_LARGE", "body too large");
      request.destroy();
      resolve(undefined);
    });
    request.on("end", () => {
      try {
        resolve(JSON.parse(String(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
      } catch {
        refuse(response, 400, "VALIDATION", "bad json");
        resolve(undefined);
      }
    });
  });
}
