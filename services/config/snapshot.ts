import type { ConfigSnapshot } from "#libs/config/reader.ts";
import type { Deps } from "./deps.ts";

type Stored = Pick<Deps, "revision" | "values" | "flags" | "switches">;

/** Everything that is stored. The revision is read first: a change in between makes the next look find a newer one. */
export async function readSnapshot({ revision, values, flags, switches }: Stored): Promise<ConfigSnapshot> {
  const number = await revision.current();
  const [valueRows, flagRows, switchRows] = await Promise.all([values.all(), flags.all(), switches.all()]);
  return {
    revision: number,
    values: valueRows.map(({ key, scope, value, updatedAt }) => ({ key, scope, value, updatedAt: updatedAt?.toISOString() })),
    flags: flagRows.map(({ _id, enabled }) => ({ key: _id, enabled })),
    killSwitches: switchRows.map(({ _id, active }) => ({ system: _id, active })),
  };
}
