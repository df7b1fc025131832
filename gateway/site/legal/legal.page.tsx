import { Empty } from "#gateway/ui/parts/controls.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import {
  getLegalVersion,
  getPrivacyPolicy,
  getTerms,
  LEGAL_KINDS,
  type LegalKind,
  listPublicLegalVersions,
} from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { Changed } from "../changed.tsx";
import type { Page, PageContext } from "../page.ts";
import { Prose } from "../prose.tsx";
import { ExampleLegalText, LEGAL_SETTINGS } from "./example-legal-text.tsx";

const TITLES = { terms: "page.legal.terms", privacy: "page.legal.privacy" } as const satisfies Record<LegalKind, TextKey>;
const CURRENT = { terms: getTerms, privacy: getPrivacyPolicy } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Throws 404 for an unknown kind. */
function kindOf({ params }: PageContext): LegalKind {
  const kind = LEGAL_KINDS.find((each) => each === params.kind);
  if (!kind) throw new AppError("error.not_found");
  return kind;
}

/** Whether a text is in force. Its time of change cannot tell: a text from an environment variable has none. */
function hasText({ config }: PageContext, kind: LegalKind): boolean {
  return config.read(LEGAL_SETTINGS[kind]) !== null;
}

/** The text in force. Without one, pages outside production show an example, because a new account is asked to accept it. */
export const legalText: Page = {
  path: "/legal/{kind}",
  shell: "public",
  async view(about) {
    const { t, ask, site } = about;
    const kind = kindOf(about);
    const { content, lastUpdated } = await ask(CURRENT[kind], {});
    return {
      title: t(TITLES[kind]),
      main: (
        <>
          <h1>{t(TITLES[kind])}</h1>
          {hasText(about, kind) ? (
            <>
              {lastUpdated !== null && <Changed at={lastUpdated} />}
              <Prose html={content} />
            </>
          ) : (
            <>
              <Empty>{t("page.legal.none")}</Empty>
              {!site.production && <ExampleLegalText kind={kind} />}
            </>
          )}
          <p>
            <a href={`/legal/${kind}/versions`}>{t("page.legal.versions")}</a>
          </p>
        </>
      ),
    };
  },
};

/** The days on which the text changed. */
export const legalVersions: Page = {
  path: "/legal/{kind}/versions",
  shell: "public",
  async view(about) {
    const { t, ask, formats } = about;
    const kind = kindOf(about);
    const versions = await ask(listPublicLegalVersions, { kind });
    const title = `${t(TITLES[kind])}: ${t("page.legal.versions")}`;
    return {
      title,
      main: (
        <>
          <h1>{title}</h1>
          {versions.length === 0 && !hasText(about, kind) && <Empty>{t("page.legal.none")}</Empty>}
          <ul class="cards">
            {versions.flatMap(({ date, current, earlier = [] }) => [
              <li key={date}>
                <a class="link-card" href={`/legal/${kind}/${date}`}>
                  <time dateTime={date}>{formats.date(date)}</time>
                  {current && <span class="chip good">{t("page.legal.inForce")}</span>}
                </a>
              </li>,
              ...earlier.map((at) => (
                <li key={at}>
                  <a class="link-card" href={`/legal/${kind}/${at}`}>
                    <Time at={at} />
                  </a>
                </li>
              )),
            ])}
          </ul>
          <p>
            <a href={`/legal/${kind}`}>{t(TITLES[kind])}</a>
          </p>
        </>
      ),
    };
  },
};

/** The text that was in force at the end of a day, or at an instant: each version of a day has an address. */
export const datedLegalText: Page = {
  path: "/legal/{kind}/{date}",
  shell: "public",
  async view(about) {
    const { t, ask, formats, params } = about;
    const [kind, date = ""] = [kindOf(about), params.date];
    if (!(DAY.test(date) || INSTANT.test(date)) || Number.isNaN(Date.parse(date))) throw new AppError("error.not_found");
    const asOf = DAY.test(date) ? formats.date(date) : formats.dateTime(date);
    const { content, lastUpdated } = await ask(getLegalVersion, { kind, date });
    return {
      title: t(TITLES[kind]),
      noindex: true,
      main: (
        <>
          <h1>{t(TITLES[kind])}</h1>
          <p class="notice warn">{t("page.legal.asOf", { date: asOf })}</p>
          {lastUpdated && <Changed at={lastUpdated} />}
          <Prose html={content} />
          <p>
            <a href={`/legal/${kind}/versions`}>{t("page.legal.versions")}</a>
          </p>
        </>
      ),
    };
  },
};
