import type { VNode } from "preact";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { Choice, Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { go } from "../../../client/navigation.ts";
import type { AppPage } from "../../../ui/app-page.ts";
import { Loaded, useQuery } from "../../../ui/use-query.tsx";
import { useWide } from "../../parts/cases.tsx";
import { useLooking } from "../../parts/use-looking.ts";
import { SettingCase } from "./setting-case.tsx";
import type { Entry } from "./setting-entry.ts";
import { SettingValue } from "./setting-value.tsx";
import { foundSettings, ONLY, type SettingsView, settingsAddress, settingsViewOf } from "./settings-search.ts";

/** All settings by domain or search, and one of them. */
export default function Settings({ params: { key }, query }: AppPage): VNode | null {
  const isWide = useWide();
  const view = settingsViewOf(query);
  const hasList = isWide || key === undefined;
  const list = hasList && <SettingList key={settingsAddress(view)} view={view} openKey={key ?? null} />;
  const open = key !== undefined && <SettingCase key={key} name={key} back={settingsAddress(view)} />;
  if (!isWide) return open || list || null;
  return (
    <div class={key === undefined ? undefined : "beside"}>
      <div>{list}</div>
      {open && <div>{open}</div>}
    </div>
  );
}

interface SettingListProps {
  readonly view: SettingsView;
  readonly openKey: string | null;
}

function SettingList({ view, openKey }: SettingListProps): VNode {
  const { t, formats } = useReader();
  const query = useQuery(settingsAddress(view), () => foundSettings(view));
  useLooking(query.reload);
  const title = t("page.settings.title");
  return (
    <>
      {openKey === null ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
      <Search view={view} />
      <Loaded query={query}>
        {({ domains, entries, orphans }) => (
          <>
            {domains !== null && (
              <ul class="list" data-cases>
                {domains.map(({ domain, configCount }) => (
                  <Row
                    key={domain}
                    id={domain}
                    href={settingsAddress({ ...view, domain })}
                    end={<span class="hint">{formats.number(configCount)}</span>}
                  >
                    <bdi dir="ltr">{domain}</bdi>
                  </Row>
                ))}
              </ul>
            )}
            {entries !== null && entries.length === 0 && (
              <Empty action={<a href="/admin/settings">{t("page.console.showAll")}</a>}>{t("page.staffSystem.noSettings")}</Empty>
            )}
            {entries !== null && <Entries of={entries} view={view} openKey={openKey} />}
            {orphans.length > 0 && <Orphans of={orphans} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Search({ view }: { readonly view: SettingsView }): VNode {
  const { t } = useReader();
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    go(settingsAddress({ domain: view.domain, search: String(fields.get("search")).trim(), only: String(fields.get("only")) }));
  };
  return (
    <form class="filters" onSubmit={find}>
      <Field label={t("page.staffSystem.search")} name="search" type="search" value={view.search} dir="auto" spellcheck={false} />
      <Choice
        label={t("page.staffSystem.only")}
        name="only"
        value={view.only}
        options={[{ value: "", text: t("page.inbox.all") }, ...Object.entries(ONLY).map(([value, { text }]) => ({ value, text: t(text) }))]}
      />
      <p class="actions">
        <Button type="submit">{t("page.discover.find")}</Button>
        {settingsAddress(view) !== "/admin/settings" && <a href="/admin/settings">{t("page.console.showAll")}</a>}
        <a href="/admin/audit/settings">{t("page.staffSystem.allChanges")}</a>
      </p>
    </form>
  );
}

function Entries({ of, view, openKey }: SettingListProps & { readonly of: readonly Entry[] }): VNode {
  const { t } = useReader();
  return (
    <ul class="list" data-cases>
      {of.map((entry) => (
        <li key={entry.key} data-id={entry.key}>
          <a class="item" href={settingsAddress(view, entry.key)} aria-current={entry.key === openKey ? "page" : undefined}>
            <span class="text">
              <bdi dir="ltr">{entry.key}</bdi>
              <span class="hint" lang="en" dir="ltr">
                {entry.description}
              </span>
              <span class="preview">
                <SettingValue of={entry} value={entry.value} />
              </span>
              <span>
                {Object.entries(ONLY)
                  .filter(([, { fits }]) => fits(entry))
                  .map(([name, { text }]) => (
                    <Badge key={name} kind="neutral">
                      {t(text)}
                    </Badge>
                  ))}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Orphans({ of }: { readonly of: readonly Entry[] }): VNode {
  const { t } = useReader();
  return (
    <section>
      <h2>{t("page.staffSystem.orphans")}</h2>
      <p class="hint">{t("page.staffSystem.orphansWhat")}</p>
      <ul class="list">
        {of.map(({ key, version }) => (
          <Row key={`${key} ${version}`} id={key} href={null}>
            <bdi dir="ltr">{key}</bdi>
          </Row>
        ))}
      </ul>
    </section>
  );
}
