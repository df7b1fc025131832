import type { ComponentChildren, VNode } from "preact";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { Choice, Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listAdminTrail, listConfigAudit } from "#libs/contracts/config/index.ts";
import { go } from "../../client/navigation.ts";
import { Pages, pageOf } from "../../ui/pager.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { askForActionTexts } from "../parts/acted.tsx";
import { PAGE_SIZE } from "../parts/cases-of.ts";
import { askForMissingNames, colleagueId } from "../parts/names.ts";
import { useStaff } from "../parts/staff.ts";
import { useLooking } from "../parts/use-looking.ts";

/** Days that the interface accepts. */
const MAX_DAYS = 365;

export interface Option {
  readonly value: string;
  readonly text: string;
}

interface AuditLog<Line> {
  readonly path: string;
  /** Filters of the interface beside the days, by their names. */
  readonly filters: Readonly<Record<string, TextKey>>;
  /** The filter that takes the id of a colleague, or the address. */
  readonly by: string;
  /** The values of filters that are chosen, by name; the others are typed. */
  readonly options?: Readonly<Record<string, readonly Option[]>>;
  readonly query: URLSearchParams;
  list(wanted: { readonly page: number; readonly limit: number; readonly days?: number } & Readonly<Record<string, unknown>>): Promise<{
    readonly items: readonly Line[];
    readonly total: number;
    readonly page: number;
    readonly totalPages: number;
  }>;
  byIn(line: Line): string;
  readonly children: (line: Line, reload: () => void) => VNode;
}

/** A page of what staff did, newest first, with its filters in the address. */
export function AuditPage<Line>({ path, filters, by, options, query, list, byIn, children }: AuditLog<Line>): VNode {
  const { t, formats } = useReader();
  const names = [...Object.keys(filters), "days"];
  const wanted = new URLSearchParams([...query].filter(([name, value]) => names.includes(name) && value !== ""));
  const address = wanted.size === 0 ? path : `${path}?${wanted}`;
  const days = Number(wanted.get("days"));
  const page = pageOf(query);
  const loaded = useQuery(`${address} ${page}`, async () => {
    const values = Object.fromEntries(Object.keys(filters).flatMap((name) => (wanted.get(name) ? [[name, wanted.get(name)]] : [])));
    const typed = wanted.get(by);
    if (typed !== null) values[by] = await colleagueId(typed);
    if (values[by] === null) return { items: [], total: 0, page: 1, totalPages: 0 };
    const lines = await list({ ...values, ...(days >= 1 && days <= MAX_DAYS ? { days } : {}), page, limit: PAGE_SIZE });
    await Promise.all([askForMissingNames(lines.items.map(byIn)), askForActionTexts()]);
    return lines;
  });
  useLooking(loaded.reload);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.audit")}</h1>
      <AuditTabs path={path} />
      <Filters key={address} {...{ path, filters, options, wanted }} />
      <Loaded query={loaded}>
        {(lines) => (
          <>
            <p class="hint">{t("page.console.total", { number: formats.number(lines.total) })}</p>
            {lines.items.length === 0 && (
              <Empty action={<a href={path}>{t("page.console.showAll")}</a>}>{t("page.staffSystem.noLines")}</Empty>
            )}
            <ul class="list" data-cases>
              {lines.items.map((line) => children(line, loaded.reload))}
            </ul>
            <Pages list={lines} path={address} />
          </>
        )}
      </Loaded>
    </>
  );
}

function AuditTabs({ path }: { readonly path: string }): VNode | null {
  const { t } = useReader();
  const { may } = useStaff();
  const tabs = [
    ...(may(listAdminTrail) ? [{ href: "/admin/audit", text: t("page.staffSystem.auditStaff") }] : []),
    ...(may(listConfigAudit) ? [{ href: "/admin/audit/settings", text: t("page.settings.title") }] : []),
  ];
  return <Tabs label={t("page.console.audit")} tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.href === path }))} />;
}

interface FiltersProps extends Pick<AuditLog<never>, "path" | "filters"> {
  readonly options: AuditLog<never>["options"];
  readonly wanted: URLSearchParams;
}

function Filters({ path, filters, options = {}, wanted }: FiltersProps): VNode {
  const { t } = useReader();
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget as HTMLFormElement)].map(([name, value]) => [name, String(value).trim()] as const);
    const query = new URLSearchParams(typed.filter(([, value]) => value !== "").map(([name, value]) => [name, value]));
    go(query.size === 0 ? path : `${path}?${query}`);
  };
  const field = (name: string, label: string): ComponentChildren => {
    const value = wanted.get(name) ?? "";
    const chosenFrom = options[name];
    if (chosenFrom) return <Choice key={name} label={label} name={name} value={value} options={chosenFrom} />;
    return <Field key={name} label={label} name={name} value={value} dir="ltr" spellcheck={false} />;
  };
  return (
    <form class="filters" onSubmit={find}>
      {Object.entries(filters).map(([name, label]) => field(name, t(label)))}
      {field("days", t("page.staffSystem.days"))}
      <p class="actions">
        <Button type="submit">{t("page.discover.find")}</Button>
        {wanted.size > 0 && <a href={path}>{t("page.console.showAll")}</a>}
      </p>
    </form>
  );
}
