import type { IncomingMessage } from "node:http";
import { parse } from "secure-json-parse";
import { AppError } from "#libs/errors/app-error.ts";

const MAX_BYTES = 256 * 1024;
/** So much of a body beyond its limit is read and discarded. A client that is still sending would not read the refusal. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 16;

const JSON_ONLY: readonly string[] = ["application/json"];
const JSON_AND_TEXT: readonly string[] = ["application/json", "text/plain"];

/** The JSON object in the body of a request; an empty body is an empty object. Throws 400, 413 and 415. */
export async function readJsonBody(request: IncomingMessage, acceptsTextPlain = false): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (!isJson(request, acceptsTextPlain ? JSON_AND_TEXT : JSON_ONLY)) throw new AppError("error.unsupported_media_type");
  const body = parseJson(bytes);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new AppError("error.validation_failed", {}, [{ message: "the body must be a JSON object" }]);
  }
  if (isDeeperThan(body, MAX_DEPTH)) throw new AppError("error.validation_failed", {}, [{ message: "the body is nested too deeply" }]);
  return body as Record<string, unknown>;
}

/** The body of a request. Throws 413 when it is too large. */
export async function readBytes(request: IncomingMessage, maxBytes = MAX_BYTES): Promise<Buffer> {
  const announcedBytes = Number(request.headers["content-length"] ?? 0);
  if (announcedBytes > maxBytes + MAX_DISCARDED_BYTES) throw new AppError("error.payload_too_large");
  // The client has disconnected and will not read this response.
  if (request.destroyed) throw new AppError("error.malformed_json");
  return receivedBytes(request, maxBytes);
}

/** Uses events, because an async iterator over a body of one chunk takes longer than all other work on the body. */
function receivedBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const maxReadBytes = maxBytes + MAX_DISCARDED_BYTES;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxReadBytes) request.destroy();
    else if (size <= maxBytes) chunks.push(chunk);
  });
  request.once("end", () => {
    if (size > maxBytes) reject(new AppError("error.payload_too_large"));
    else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  });
  const disconnected = () => {
    // Every request is closed after its end, so this is no disconnect.
    if (request.readableEnded) return;
    reject(new AppError(size > maxReadBytes ? "error.payload_too_large" : "error.malformed_json"));
  };
  // Both events, because a destroyed request does not always emit an error.
  request.once("error", disconnected);
  request.once("close", disconnected);
  return promise;
}

/** Whether the body is uncompressed UTF-8 of one of these types. Others are refused, because browsers send forms without a preflight. */
function isJson({ headers }: IncomingMessage, types: readonly string[]): boolean {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const encoding = headers["content-encoding"] ?? "identity";
  return types.includes(type) && encoding === "identity" && (charset === undefined || charset.replaceAll('"', "") === "utf-8");
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Rejects a body with `__proto__` or `constructor.prototype` keys, instead of dropping the keys. */
function parseJson(bytes: Buffer): unknown {
  try {
    return parse(utf8.decode(bytes), { protoAction: "error", constructorAction: "error" });
  } catch {
    throw new AppError("error.malformed_json");
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
