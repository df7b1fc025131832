import { ANONYMOUS, asUser, type Send } from "#libs/client/send.ts";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import { followServerClock } from "./browser/server-clock.ts";

type Params = Readonly<Record<string, unknown>>;

interface CallOptions {
  /** Attempts with the same key take effect once. When absent, each call gets a key of its own. */
  readonly idempotencyKey?: string;
  /** The request continues after the page is left. */
  readonly keepalive?: true;
  /** The body, of a route that takes a file as it is. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The parameters are optional when the route requires none. */
type Sent<Send> = Record<never, never> extends Send ? [params?: Send, options?: CallOptions] : [params: Send, options?: CallOptions];

/** API client typed by the contracts. Every response without success throws an `ApiError`. */
export interface ContractClient {
  /** The data of the response. */
  call<Send, Return>(contract: RoutedAction<Send, Return>, ...sent: Sent<Send>): Promise<Return>;
  /** The response of a route that sends a document. */
  text<Send>(contract: RoutedAction<Send>, ...sent: Sent<Send>): Promise<string>;
  /** The response of a route that sends a file. */
  blob<Send>(contract: RoutedAction<Send>, ...sent: Sent<Send>): Promise<Blob>;
}

/** @param baseUrl base without the path of a route, for example `/api/v1` */
export function contractClient(baseUrl: string, send: Send): ContractClient {
  const answer = async ({ http }: RoutedAction, params: Params = {}, options: CallOptions = {}) => {
    const sentAt = Date.now();
    const response = await send(requestOf(baseUrl, http, params, options));
    followServerClock(response, sentAt);
    return response;
  };
  return {
    async call(contract, ...[params, options]) {
      const response = await answer(contract, params as Params, options);
      return response.status === 204 ? undefined : (await response.json()).data;
    },
    text: async (contract, ...[params, options]) => (await answer(contract, params as Params, options)).text(),
    blob: async (contract, ...[params, options]) => (await answer(contract, params as Params, options)).blob(),
  };
}

/** API client without a session. */
export const anonymousClient = (): ContractClient => contractClient("/api/v1", asUser(ANONYMOUS));

/** Path parameters go into the path. GET and DELETE send the others as a query, all other methods as a body. */
function requestOf(
  baseUrl: string,
  { method, path }: RoutedAction["http"],
  params: Params,
  { idempotencyKey, file, headers: own, ...init }: CallOptions,
): Request {
  const rest = new Map(Object.entries(params).filter(([, value]) => value !== undefined));
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const headers = new Headers({ ...own, ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }) });
  if (file) return new Request(baseUrl + address, { ...init, method, headers, body: file });
  if (rest.size === 0) return new Request(baseUrl + address, { ...init, method, headers });
  if (method === "GET" || method === "DELETE") {
    const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
    return new Request(`${baseUrl}${address}?${query}`, { ...init, method, headers });
  }
  headers.set("Content-Type", "application/json");
  return new Request(baseUrl + address, { ...init, method, headers, body: JSON.stringify(Object.fromEntries(rest)) });
}
