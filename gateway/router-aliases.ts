import type { IncomingMessage } from "node:http";

/** A request as the router hands it on. */
export type RouterRequest = IncomingMessage & { readonly $params?: { readonly params?: PathParams } };

export type PathParams = Readonly<Record<string, string>>;

/** Something that can be reached by a method and a path. */
export interface Place {
  readonly method: string;
  /** Path with {names}, from the root of the host. */
  readonly pattern: string;
  answer(request: IncomingMessage, pathParams: PathParams): void;
}

type Alias = (request: RouterRequest) => void;

/**
 * The places below a prefix, as aliases of moleculer-web. An alias is a function that calls its action by name: the router
 * itself would pin an endpoint, and go on calling a dead replica.
 */
export function aliasesOf(places: readonly Place[], prefix: string): Record<string, Alias> {
  return Object.fromEntries(
    places.map(({ method, pattern, answer }) => [
      `${method} ${pattern.slice(prefix.length).replace(/\{(\w+)\}/g, ":$1")}`,
      (request: RouterRequest) => answer(request, request.$params?.params ?? {}),
    ]),
  );
}
