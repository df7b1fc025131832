import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { codeOf, ProviderFailure } from "../provider-failure.ts";

export interface JsonRequest {
  readonly url: string;
  /** Sent as a form by POST; GET without it. */
  readonly form?: URLSearchParams | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface JsonAnswer {
  readonly status: number;
  /** What the body says; undefined when it is no JSON. */
  readonly body: unknown;
}

/** Asks a provider for JSON. Throws ProviderFailure. */
export type JsonClient = (request: JsonRequest) => Promise<JsonAnswer>;

/** Where a URL may lead: one address that was checked. Throws when it may lead nowhere. */
export type Locate = (url: string) => Promise<{ readonly url: URL; readonly address: string }>;

const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1_024;

/** Connects to the address that was checked, follows no redirect, reads 256 KiB at most, and waits eight seconds at most. */
export function jsonClient(locate: Locate): JsonClient {
  return async (request) => {
    const { url, address } = await locate(request.url);
    return new Promise((resolve, reject) => {
      const fail = (reason: "TIMEOUT" | "UNREACHABLE" | "BAD_ANSWER", detail?: string) =>
        reject(new ProviderFailure("oauth", reason, detail));
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const sent = open(url, address, request, signal);
      sent.once("error", (error) => (signal.aborted ? fail("TIMEOUT") : fail("UNREACHABLE", codeOf(error)?.slice(0, 40))));
      sent.once("response", (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= MAX_ANSWER_BYTES) return void chunks.push(chunk);
          fail("BAD_ANSWER", "TOO_LARGE");
          response.destroy();
        });
        response.once("error", () => fail(signal.aborted ? "TIMEOUT" : "BAD_ANSWER"));
        response.once("end", () => resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString("utf8")) }));
      });
      sent.end(request.form?.toString());
    });
  };
}

function open(url: URL, address: string, { form, headers }: JsonRequest, signal: AbortSignal): http.ClientRequest {
  const secure = url.protocol === "https:";
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return (secure ? https : http).request({
    host: address,
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method: form ? "POST" : "GET",
    signal,
    agent: false,
    ...(secure && isIP(name) === 0 ? { servername: name } : {}),
    headers: {
      host: url.host,
      accept: "application/json",
      ...(form ? { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(form.toString()) } : {}),
      ...headers,
    },
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
