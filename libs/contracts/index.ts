import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { declared } from "./declared.ts";
import * as webhook from "./webhook/index.ts";

export { allEvents } from "./declared.ts";

function isAction(value: unknown): value is ActionContract {
  return typeof value === "object" && value !== null && "params" in value && "returns" in value;
}

/** Every action of the system. */
export const allContracts: readonly ActionContract[] = [...declared, ...Object.values(webhook)].filter(isAction);
