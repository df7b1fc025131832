import { registeredKeys } from "#libs/config/keys/index.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { listOrphans } from "#libs/contracts/config.ts";
import type { ConfigValueRow } from "../data/config-value.model.ts";
import type { Deps } from "../deps.ts";
import { lastWrite } from "../entry-view.ts";
import { masked } from "../masking.ts";

/** GET /admin/config/orphans: overrides of keys that were taken out of the registry. */
export const listOrphansAction = ({ values }: Deps) =>
  implement(listOrphans, async () => {
    const byKey = Map.groupBy(await values.outside(registeredKeys), ({ key }) => key);
    return [...byKey.values()].flatMap((rows) => orphanView(rows.find(({ scope }) => !scope) ?? rows[0]));
  });

/** Nobody knows any more whether the value was a secret: it is hidden as if it were one. */
function orphanView(row: ConfigValueRow | undefined) {
  if (!row) return [];
  return [
    {
      key: row.key,
      domain: "",
      category: "",
      type: "unknown",
      description: "",
      value: masked({ sensitive: true }, row.value),
      default: null,
      source: row.scope ? ("SCOPED" as const) : ("ADMIN" as const),
      envOnly: false,
      sensitive: true,
      scopes: [],
      ...lastWrite(row),
    },
  ];
}
