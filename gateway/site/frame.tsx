import type { ComponentChildren, VNode } from "preact";
import { LOCALES } from "#libs/contracts/shared.ts";
import { mailtoUrl } from "#libs/kernel/mailto.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import type { Permission } from "#libs/policies/permissions.ts";
import { Icon, type IconName } from "../ui/parts/icons.tsx";
import type { Shell } from "../ui/shell.ts";
import type { TextKey, Texts } from "../ui/texts.ts";
import type { PageContext } from "./page.ts";

interface FrameProps {
  readonly shell: Shell;
  readonly about: Pick<PageContext, "t" | "site" | "locale" | "path" | "mailFolder">;
  readonly children: ComponentChildren;
}

/** Header, main part and footer of every page. */
export function Frame({ shell, about: { t, site, locale, path, mailFolder }, children }: FrameProps): VNode {
  return (
    <>
      <a class="skip" href="#main">
        {t("page.frame.skip")}
      </a>
      <header class="top">
        <a class="brand" dir="auto" href={shell === "console" ? "/admin" : "/"}>
          {site.name}
        </a>
        {shell === "console" ? <StaffNavigation t={t} /> : <Navigation shell={shell} t={t} />}
      </header>
      {site.testPayments && (
        <aside class="notice warn" aria-label={t("page.frame.payments")}>
          {t("page.frame.testPayments")}
        </aside>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">
        <form method="get" action={path} class="language">
          <label for="lang">{t("page.frame.language")}</label>
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
        <nav aria-label={t("page.frame.more")}>
          <a href="/help">{t("page.frame.help")}</a>
          <a href="/support" data-signed-in hidden>
            {t("page.support.title")}
          </a>
          <a href="/legal/terms">{t("page.frame.terms")}</a>
          <a href="/legal/privacy">{t("page.frame.privacy")}</a>
        </nav>
        {mailFolder !== null && (
          <a href="/mailbox" lang="en">
            Mailbox
          </a>
        )}
        {site.supportEmail && <a href={mailtoUrl(site.supportEmail)}>{site.supportEmail}</a>}
      </footer>
    </>
  );
}

interface Way {
  readonly href: string;
  readonly text: TextKey;
  readonly icon: IconName;
  /** Users who see the link: all who are signed in, creators only, or all except creators. */
  readonly of: "everybody" | "creators" | "fans" | "fans and visitors";
}

const WAYS: readonly Way[] = [
  { href: "/messages", text: "page.messages.title", icon: "messages", of: "fans" },
  { href: "/discover", text: "page.frame.discover", icon: "discover", of: "fans and visitors" },
  { href: "/wallet", text: "page.frame.wallet", icon: "wallet", of: "fans" },
  { href: "/messages", text: "page.inbox.title", icon: "inbox", of: "creators" },
  { href: "/page", text: "page.editor.title", icon: "page", of: "creators" },
  { href: "/dashboard", text: "page.numbers.title", icon: "numbers", of: "creators" },
  { href: "/payouts", text: "page.payouts.title", icon: "earnings", of: "creators" },
  { href: "/settings/profile", text: "page.frame.account", icon: "account", of: "everybody" },
];

const SHOWN_TO = {
  everybody: { "data-signed-in": true, hidden: true },
  creators: { "data-creator": true, hidden: true },
  fans: { "data-signed-in": true, "data-no-creator": true, hidden: true },
  "fans and visitors": { "data-no-creator": true },
} as const satisfies Record<Way["of"], object>;

/** Links of the main navigation. The script shows those for the current user. On phones, links for signed-in users are at the bottom. */
function Navigation({ shell, t }: { readonly shell: Shell; readonly t: Texts }): VNode {
  return (
    <>
      <nav aria-label={t("page.frame.navigation")} class="ways">
        {WAYS.map(({ href, text, icon, of }) => (
          <a key={text} href={href} {...SHOWN_TO[of]}>
            <Icon name={icon} />
            {t(text)}
            {href === "/messages" && <span class="count" data-unread="messages" hidden />}
          </a>
        ))}
        {shell === "public" && (
          <a href="/login" data-signed-out>
            {t("page.frame.signIn")}
          </a>
        )}
      </nav>
      <div class="own" data-signed-in hidden>
        <a href="/notifications">
          {t("page.notifications.title")}
          <span class="count" data-unread="notifications" hidden />
        </a>
        <p id="unread-news" class="visually-hidden" role="status" />
        <button type="button" class="quiet" id="sign-out">
          {t("page.frame.signOut")}
        </button>
      </div>
    </>
  );
}

interface StaffWay {
  readonly href: string;
  readonly text: TextKey;
  /** Null: all staff see it. */
  readonly permission: Permission | null;
}

const STAFF_WAYS: readonly StaffWay[] = [
  { href: "/admin", text: "page.console.today", permission: null },
  { href: "/admin/support", text: "page.support.title", permission: "support:write" },
];

/** The script shows the links that the signed-in user may open. */
function StaffNavigation({ t }: { readonly t: Texts }): VNode {
  return (
    <>
      <nav aria-label={t("page.frame.navigation")} class="ways">
        {STAFF_WAYS.map(({ href, text, permission }) => (
          <a key={href} href={href} data-staff={permission ?? "all"} hidden>
            {t(text)}
          </a>
        ))}
      </nav>
      <div class="own" data-staff="all" hidden>
        <button type="button" class="quiet" id="sign-out">
          {t("page.frame.signOut")}
        </button>
      </div>
    </>
  );
}
