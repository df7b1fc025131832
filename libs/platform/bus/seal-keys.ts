import type { SealKeys } from "#libs/contract-kit/caller.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { BusIdentity } from "./bus-identity.ts";

/** The only receiver where all processes share one key: in one process, and on a bus without authentication. */
const EVERYBODY = "*";

/** The seal keys of the process if it has some, else the key of the environment. */
export function sealKeysOf({ bus, env }: { readonly bus: BusIdentity | null; readonly env: Pick<Env, "secrets"> }): SealKeys {
  const { process, roster, seal } = bus ?? {};
  if (process !== undefined && seal) return { process, ...seal, plan: roster ?? null };
  const own = Buffer.from(env.secrets.callerSealKey);
  return { process: EVERYBODY, own, all: { [EVERYBODY]: own }, plan: null };
}
