import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { listConfigHistory } from "#libs/contracts/config/index.ts";
import { askForActionTexts } from "../../parts/acted.tsx";
import { askForMissingNames } from "../../parts/names.ts";
import { OnDemand } from "../../parts/on-demand.tsx";
import { staffApi } from "../../staff-session.ts";
import type { Change } from "./change-row.tsx";
import type { Entry } from "./setting-entry.ts";

interface SettingHistoryProps {
  readonly entry: Entry;
  changed(): void;
}

async function historyOf(key: string): Promise<readonly Change[]> {
  const changes = await staffApi.call(listConfigHistory, { key });
  await Promise.all([askForMissingNames(changes.map(({ changedBy }) => changedBy)), askForActionTexts()]);
  return changes;
}

/** The rows are loaded with their first list, which few readers open. */
async function rowsOf(key: string) {
  const [changes, { ChangeRow }] = await Promise.all([historyOf(key), import("./change-row.tsx")]);
  return { changes, ChangeRow };
}

/** The changes of a setting, newest first, each of which can be rolled back. */
export function SettingHistory({ entry, changed }: SettingHistoryProps): VNode {
  const { t } = useReader();
  return (
    <OnDemand title="page.staffSystem.history" load={() => rowsOf(entry.key)}>
      {({ changes, ChangeRow }) => (
        <>
          {changes.length === 0 && <p>{t("page.staffSystem.noLines")}</p>}
          <ul class="list">
            {changes.map((change) => (
              <ChangeRow key={change.id} of={entry} change={change} changed={changed} />
            ))}
          </ul>
        </>
      )}
    </OnDemand>
  );
}
