import { processes } from "#deploy/launch/services.ts";
import type { ActionContract, HttpBinding } from "#libs/contract-kit/contract.ts";
import { allContracts } from "#libs/contracts/index.ts";

export type Routed = ActionContract & { readonly http: HttpBinding };

const running = new Set<string>(Object.values(processes).flatMap((services) => Object.keys(services)));

/** The contracts with a route whose service is part of the system. */
export const servedRoutes: readonly Routed[] = allContracts.filter(
  (contract): contract is Routed => contract.http !== undefined && running.has(contract.name.split(".")[0] ?? ""),
);
