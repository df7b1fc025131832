import type { SealKeys } from "#libs/contract-kit/caller.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { BusIdentity } from "./bus-identity.ts";

/** The only receiver where all processes share one key: in one process, and on a bus that lets anybody in. */
const EVERYBODY = "*";

/** The keys of seals: those of the process where it has some, else the one that the environment has. */
export function sealKeysOf({ bus, env }: { readonly bus: BusIdentity | null; readonly env: Pick<Env, "secrets"> }): SealKeys {
  const { process, roster, seal } = bus ?? {};
  if (process !== undefined && seal) return { process, ...seal, plan: roster ?? null };
  const own = Buffer.from(env.secrets.callerSealKey);
  return { process: EVERYBODY, own, all: { [EVERYBODY]: own }, plan: null };
}
