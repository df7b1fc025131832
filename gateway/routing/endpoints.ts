import type { IncomingMessage } from "node:http";

/** Decoded values of the path parameters, by name. */
export type PathParams = Readonly<Record<string, string>>;

/** A method and a path with the handler of their requests. */
export interface Endpoint {
  readonly method: string;
  /** Path from the root of the host; parameters are written {name}. */
  readonly pattern: string;
  handle(request: IncomingMessage, pathParams: PathParams): void;
}

/** The endpoints as aliases of moleculer-web, which lists them. Routing itself happens in `find-endpoint.ts`. */
export function aliasesOf(endpoints: readonly Pick<Endpoint, "method" | "pattern">[]): Record<string, () => void> {
  return Object.fromEntries(endpoints.map(({ method, pattern }) => [`${method} ${pattern.replace(/\{(\w+)\}/g, ":$1")}`, () => undefined]));
}
