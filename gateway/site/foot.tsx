import type { VNode } from "preact";
import { LOCALES } from "#libs/contracts/shared.ts";
import { mailtoUrl } from "#libs/kernel/mailto.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import { Icon } from "../ui/parts/icons.tsx";
import type { Shell } from "../ui/shell.ts";
import type { TextKey, Texts } from "../ui/texts.ts";
import type { PageContext } from "./page.ts";

interface FootProps extends Pick<PageContext, "t" | "site" | "locale" | "path" | "mailFolder"> {
  readonly shell: Shell;
}

/** Where else one can go, who runs the site, and the language. */
export function Foot({ shell, t, site, locale, path, mailFolder }: FootProps): VNode {
  return (
    <footer class="foot">
      <nav aria-label={t("page.frame.more")} class={shell === "public" ? "columns" : undefined}>
        {shell === "public" ? <Columns t={t} /> : <Links t={t} />}
      </nav>
      <div class="base">
        <bdi>© {site.copyrightHolder}</bdi>
        {mailFolder !== null && (
          <a href="/mailbox" lang="en">
            Mailbox
          </a>
        )}
        {site.supportEmail && <a href={mailtoUrl(site.supportEmail)}>{site.supportEmail}</a>}
        <form method="get" action={path} class="language">
          <label for="lang">
            <Icon name="globe" />
            {t("page.frame.language")}
          </label>
          <select id="lang" name="lang">
            {LOCALES.map((each) => (
              <option key={each} value={each} lang={each} selected={each === locale}>
                {locales[each].name}
              </option>
            ))}
          </select>
          <button type="submit" class="quiet">
            {t("page.frame.changeLanguage")}
          </button>
        </form>
      </div>
    </footer>
  );
}

type Translated = { readonly t: Texts };

function Links({ t }: Translated): VNode {
  return (
    <>
      <a href="/help">{t("page.frame.help")}</a>
      <Support t={t} />
      <a href="/legal/terms">{t("page.frame.terms")}</a>
      <a href="/legal/privacy">{t("page.frame.privacy")}</a>
      <Interface />
    </>
  );
}

/** On the pages for everybody each kind of reader has a column. */
function Columns({ t }: Translated): VNode {
  const columns: readonly (readonly [TextKey, VNode])[] = [
    [
      "page.frame.forFans",
      <>
        <a href="/discover">{t("page.home.find")}</a>
        <a href="/help">{t("page.frame.help")}</a>
        <Support t={t} />
      </>,
    ],
    [
      "page.frame.forCreators",
      <a key="creators" href="/become-creator">
        {t("page.home.becomeCreator")}
      </a>,
    ],
    ["page.frame.developers", <Interface key="interface" />],
    [
      "page.frame.legal",
      <>
        <a href="/legal/terms">{t("page.frame.terms")}</a>
        <a href="/legal/privacy">{t("page.frame.privacy")}</a>
      </>,
    ],
  ];
  return (
    <>
      {columns.map(([title, links]) => (
        <div key={title}>
          <h2>{t(title)}</h2>
          {links}
        </div>
      ))}
    </>
  );
}

const Support = ({ t }: Translated): VNode => (
  <a href="/support" data-signed-in hidden>
    {t("page.support.title")}
  </a>
);

const Interface = (): VNode => (
  <a href="/docs" lang="en">
    API
  </a>
);
