import type { ActionContract, HttpBinding } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { type Validation, validation } from "#libs/contract-kit/validate.ts";

export const API_PREFIX = "/api/v1";

export type RoutedContract = ActionContract & { readonly http: HttpBinding };

/** One route: its contract and what is derived from it. */
export interface Route {
  readonly contract: RoutedContract;
  /** Path with {names}, from the root of the host. */
  readonly pattern: string;
  readonly pathNames: readonly string[];
  readonly validate: Validation<Rules>;
}

/** Every route that the contracts describe. Throws when two of them want the same one. */
export function routesOf(contracts: readonly ActionContract[]): readonly Route[] {
  const seen = new Set<string>();
  return contracts.filter(isRouted).map((contract) => {
    const { method, path, root } = contract.http;
    const pattern = root ? path : API_PREFIX + path;
    const place = `${method} ${pattern.replace(/\{\w+\}/g, "{}")}`;
    if (seen.has(place)) throw new Error(`two contracts want ${place}`);
    seen.add(place);
    const pathNames = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    return { contract, pattern, pathNames, validate: validation(contract.params) };
  });
}

function isRouted(contract: ActionContract): contract is RoutedContract {
  return contract.http !== undefined;
}

/** Answers which methods a path knows; empty when it is no path of ours. */
export type MethodsOf = (path: string) => readonly string[];

export function methodsOf(places: readonly { readonly method: string; readonly pattern: string }[]): MethodsOf {
  const known = places.map(({ method, pattern }) => ({ method, matcher: matcherOf(pattern) }));
  return (path) => {
    const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    const methods = new Set(known.filter(({ matcher }) => matcher.test(plain)).map(({ method }) => method));
    return [...methods].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  };
}

function matcherOf(pattern: string): RegExp {
  const source = pattern.split(/\{\w+\}/).map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join("[^/]+")}$`);
}
