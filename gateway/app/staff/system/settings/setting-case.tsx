import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listScopedConfig, setConfigKey } from "#libs/contracts/config/index.ts";
import { environmentVariableOf } from "#libs/platform/config/environment-variable.ts";
import { permissionsFor, type RoutePermission } from "#libs/policies/permissions.ts";
import { permissionToWrite } from "#libs/policies/setting-access.ts";
import { NotFound } from "../../../ui/not-found.tsx";
import { Loaded, useQuery } from "../../../ui/use-query.tsx";
import { askForMissingNames } from "../../parts/names.ts";
import { Person } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { useLooking } from "../../parts/use-looking.ts";
import { type Entry, findEntry } from "./setting-entry.ts";
import { SettingForm } from "./setting-form.tsx";
import { SettingHistory } from "./setting-history.tsx";
import { SettingReset } from "./setting-reset.tsx";
import { SettingScopes } from "./setting-scopes.tsx";
import { SettingValue } from "./setting-value.tsx";

interface SettingCaseProps {
  readonly name: string;
  /** Address of the list. */
  readonly back: string;
}

/** One setting: what it does, its value and where that comes from, and what may be done about it. */
export function SettingCase({ name, back }: SettingCaseProps): VNode {
  const { t } = useReader();
  const query = useQuery(name, async () => {
    const entry = await findEntry(name);
    await askForMissingNames(entry?.updatedBy ? [entry.updatedBy] : []);
    return { entry };
  });
  useLooking(query.reload);
  return (
    <>
      <p class="actions">
        <a href={back}>{t("page.settings.title")}</a>
      </p>
      <Loaded query={query}>
        {({ entry }) =>
          entry === null ? (
            <NotFound text="page.staffSystem.noSetting" back={back} backText="page.settings.title" />
          ) : (
            <Opened entry={entry} changed={query.reload} />
          )
        }
      </Loaded>
    </>
  );
}

const SOURCES = {
  DEFAULT: "page.staffSystem.default",
  ENV: "page.staffSystem.byEnvironment",
  ADMIN: "page.staffSystem.byStaff",
  SCOPED: "page.staffSystem.byStaff",
} as const satisfies Record<Entry["source"], TextKey>;

interface OpenedProps {
  readonly entry: Entry;
  changed(): void;
}

function Opened({ entry, changed }: OpenedProps): VNode {
  const { t } = useReader();
  const { may, mayWriteSetting } = useStaff();
  const [turn, setTurn] = useState(0);
  const { key, description, source, envOnly, updatedAt, updatedBy } = entry;
  const isOpen = !envOnly && mayWriteSetting(key);
  const variable = environmentVariableOf(key);
  // The history is asked for again after an own change only: that of a colleague must not close an open dialog.
  const changedHere = () => {
    setTurn((before) => before + 1);
    changed();
  };
  return (
    <>
      <h1 tabIndex={-1}>
        <bdi dir="ltr">{key}</bdi>
      </h1>
      <p lang="en" dir="ltr">
        {description}
      </p>
      <Facts
        of={[
          [t("page.staffSystem.now"), <SettingValue key="now" of={entry} value={entry.value} />],
          [t("page.staffSystem.default"), <SettingValue key="default" of={entry} value={entry.default} />],
          [t("page.staffSystem.source"), t(SOURCES[source], { name: variable })],
          ...(updatedAt === null
            ? []
            : [
                [
                  t("page.staffSystem.lastChange"),
                  <span key="last">
                    <Time at={updatedAt} />
                    {updatedBy !== null && (
                      <>
                        {" · "}
                        <Person userId={updatedBy} />
                      </>
                    )}
                  </span>,
                ] as const,
              ]),
        ]}
      />
      {envOnly && <p class="notice">{t("page.staffSystem.envOnly", { name: variable })}</p>}
      {!envOnly && !isOpen && may(setConfigKey) && <WhoMayChange permission={permissionToWrite(key)} />}
      {isOpen && <SettingForm entry={entry} changed={changedHere} />}
      {source === "ADMIN" && isOpen && <SettingReset entry={entry} changed={changedHere} />}
      {entry.scopes.length > 0 && may(listScopedConfig) && <SettingScopes entry={entry} />}
      <SettingHistory key={turn} entry={entry} changed={changedHere} />
    </>
  );
}

/** Why staff who change other settings have no form here. */
function WhoMayChange({ permission }: { readonly permission: RoutePermission }): VNode {
  const name = (
    <code>
      <bdi dir="ltr">{permissionsFor(permission).join(", ")}</bdi>
    </code>
  );
  return (
    <p class="notice">
      <Sentence of="page.staffSystem.whoMayChange" parts={{ permission: name }} />
    </p>
  );
}
