import type { Ctx } from "#libs/contract-kit/implement.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { entryOf, isConfigKey } from "#libs/platform/config/keys/index.ts";
import type { ConfigSnapshot } from "#libs/platform/config/reader.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";

/** Reads all stored settings, the revision first: after a change in between, the next poll finds a newer revision. */
export async function readSnapshot({
  revision,
  values,
  flags,
  switches,
}: Pick<Deps, "revision" | "values" | "flags" | "switches">): Promise<ConfigSnapshot> {
  const number = await revision.current();
  const [valueDocs, flagDocs, switchDocs] = await Promise.all([values.list(), flags.list(), switches.list()]);
  return {
    revision: number,
    values: valueDocs.map(({ key, scope, value, updatedAt }) => ({ key, scope, value, updatedAt: updatedAt?.toISOString() })),
    flags: flagDocs.map(({ _id, enabled }) => ({ key: _id, enabled })),
    killSwitches: switchDocs.map(({ _id, active }) => ({ system: _id, active })),
  };
}

/**
 * The values that a process may know: the sensitive keys that it reads, and all other keys.
 * @param process null: the values that all processes may know
 */
export function valuesFor(process: string | null, { values }: Pick<ConfigSnapshot, "values">): ConfigSnapshot["values"] {
  return values.filter(({ key }) => {
    if (!isConfigKey(key)) return true;
    const { sensitive, readBy = [] } = entryOf(key);
    return !sensitive || (process !== null && readBy.includes(process));
  });
}

/**
 * Writes the settings backup for processes that cannot reach this service. It holds no secrets; those processes retain the secrets that
 * they know.
 */
export async function keepForAll({ backup }: Pick<Deps, "backup">, snapshot: ConfigSnapshot): Promise<void> {
  await backup.keep({ ...snapshot, values: valuesFor(null, snapshot) });
}

/** Updates the settings of this process and sends the others a hint. */
export async function refreshSettings(ctx: Pick<Ctx<unknown>, "hint">, deps: Deps): Promise<void> {
  await bestEffort(deps.logger, "refresh settings after a change", async () => {
    const snapshot = await readSnapshot(deps);
    deps.config.update(snapshot);
    await keepForAll(deps, snapshot);
  });
  ctx.hint(HINTS.configChanged);
}
