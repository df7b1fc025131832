import type { ActionContract, HttpBinding } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { type Validation, validation } from "#libs/contract-kit/validate.ts";

export const API_PREFIX = "/api/v1";

export type RoutedContract = ActionContract & { readonly http: HttpBinding };

/** A contract that is reached over HTTP, with the values derived from it once. */
export interface Route {
  readonly contract: RoutedContract;
  /** Path from the root of the host; parameters are written {name}. */
  readonly pattern: string;
  /** Names of the path parameters. */
  readonly pathNames: readonly string[];
  readonly validate: Validation<Rules>;
}

/** The routes of all contracts that have `http`. Throws when two contracts declare the same method and path. */
export function routesOf(contracts: readonly ActionContract[]): readonly Route[] {
  const taken = new Set<string>();
  return contracts.filter(isRouted).map((contract) => {
    const { method, path, root } = contract.http;
    const pattern = root ? path : API_PREFIX + path;
    const route = `${method} ${pattern.replace(/\{\w+\}/g, "{}")}`;
    if (taken.has(route)) throw new Error(`two contracts have the route ${route}`);
    taken.add(route);
    const pathNames = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    return { contract, pattern, pathNames, validate: validation(contract.params) };
  });
}

function isRouted(contract: ActionContract): contract is RoutedContract {
  return contract.http !== undefined;
}
