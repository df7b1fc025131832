import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { LEGAL_KINDS, type LegalKind, listLegalVersions } from "#libs/contracts/content/legal.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { NotFound } from "../../ui/not-found.tsx";
import { Pages, pageOf } from "../../ui/pager.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { Person } from "../parts/person.tsx";
import { useLooking } from "../parts/use-looking.ts";
import { staffApi } from "../staff-session.ts";
import { PublishLegal } from "./publish-legal.tsx";

const TITLES = { terms: "page.legal.terms", privacy: "page.legal.privacy" } as const satisfies Record<LegalKind, TextKey>;

const versionsOf = (kind: LegalKind, page: number) => staffApi.call(listLegalVersions, { kind, page });

type Version = Awaited<ReturnType<typeof versionsOf>>["items"][number];

/** The versions of a legal text, and the form for the next one. */
export default function LegalTexts({ params, query }: AppPage): VNode {
  const kind = LEGAL_KINDS.find((each) => each === (params.kind ?? LEGAL_KINDS[0]));
  return kind === undefined ? (
    <NotFound text="page.legal.none" back="/admin/content/legal" backText="page.console.legalTexts" />
  ) : (
    <OfKind kind={kind} page={pageOf(query)} />
  );
}

function OfKind({ kind, page }: { readonly kind: LegalKind; readonly page: number }): VNode {
  const { t } = useReader();
  const path = `/admin/content/legal/${kind}`;
  const query = useQuery(`${kind} ${page}`, async () => {
    const list = await versionsOf(kind, page);
    await askForMissingNames(list.items.map(({ publishedBy }) => publishedBy));
    return list;
  });
  useLooking(query.reload);
  const tabs = LEGAL_KINDS.map((each) => ({ href: `/admin/content/legal/${each}`, text: t(TITLES[each]), isCurrent: each === kind }));
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.legalTexts")}</h1>
      <Tabs label={t("page.console.legalTexts")} tabs={tabs} />
      <section>
        <h2>{t("page.legal.versions")}</h2>
        <Loaded query={query}>
          {(list) => (
            <>
              {list.items.length === 0 && <Empty>{t("page.legal.none")}</Empty>}
              <ul class="list" data-cases>
                {list.items.map((version) => (
                  <VersionRow key={version.id} kind={kind} version={version} />
                ))}
              </ul>
              <Pages list={list} path={path} />
            </>
          )}
        </Loaded>
      </section>
      <PublishLegal key={kind} kind={kind} title={t(TITLES[kind])} published={query.reload} />
    </>
  );
}

/** A version leads to its own text, also when it was not the last of its day. */
function VersionRow({
  kind,
  version: { id, publishedAt, publishedBy, withdrawn, characters },
}: {
  readonly kind: LegalKind;
  readonly version: Version;
}): VNode {
  const { t, formats } = useReader();
  return (
    <Row
      id={id}
      href={null}
      end={
        withdrawn ? (
          <Badge kind="danger">{t("page.staffContent.withdrawn")}</Badge>
        ) : (
          <span class="hint">{t("page.staffContent.characters", { number: formats.number(characters) })}</span>
        )
      }
    >
      <a href={`/legal/${kind}/${publishedAt}`}>
        <Time at={publishedAt} />
      </a>
      <span class="hint">
        <Person userId={publishedBy} />
      </span>
    </Row>
  );
}
