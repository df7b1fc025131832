import { AppError } from "#libs/errors/app-error.ts";
import { type ConfigKey, entryOf, isConfigKey, registeredKeys } from "#libs/platform/config/keys/index.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { Change } from "../domain/change.ts";

type ContradictionDeps = Pick<Deps, "values" | "config">;

/**
 * Refuses a change of a global value that puts a minimum above its maximum. Runs after the write and in its transaction, so that it also
 * covers resets and rollbacks. Throws invalid_value.
 */
export async function refuseContradiction(deps: ContradictionDeps, tx: Tx, { key, scope }: Change): Promise<void> {
  if (scope || !isConfigKey(key)) return;
  const value = await numberOf(deps, tx, key);
  for (const upper of upperBoundsOf(key)) {
    const bound = await numberOf(deps, tx, upper);
    if (value > bound) throw contradiction(key, `at most ${upper}, which is ${bound}`);
  }
  for (const lower of registeredKeys.filter((other) => upperBoundsOf(other).includes(key))) {
    const bound = await numberOf(deps, tx, lower);
    if (value < bound) throw contradiction(key, `at least ${lower}, which is ${bound}`);
  }
}

function upperBoundsOf(key: ConfigKey): ConfigKey[] {
  const entry = entryOf(key);
  return entry.type === "number" && entry.atMost !== undefined && isConfigKey(entry.atMost) ? [entry.atMost] : [];
}

async function numberOf({ values, config }: ContradictionDeps, tx: Tx, key: ConfigKey): Promise<number> {
  return Number(config.effectiveWith(await values.listByKey(key, tx), key).active);
}

function contradiction(key: ConfigKey, bound: string): AppError {
  return new AppError("config.error.invalid_value", { key }, [{ message: `value must be ${bound}` }]);
}
