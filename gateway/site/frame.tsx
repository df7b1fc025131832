import type { ComponentChildren, VNode } from "preact";
import { Icon, type IconName } from "../ui/parts/icons.tsx";
import type { Shell } from "../ui/shell.ts";
import type { TextKey, Texts } from "../ui/texts.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Foot } from "./foot.tsx";
import type { PageContext } from "./page.ts";
import { StaffHeader, StaffSide } from "./staff/staff-frame.tsx";

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
      {site.testPayments && (
        <aside class="test" aria-label={t("page.frame.payments")}>
          <Icon name="flask" />
          {t("page.frame.testPayments")}
        </aside>
      )}
      <header class="top">
        <a class="brand" aria-label={site.name} href={shell === "console" ? "/admin" : "/"}>
          <Mark />
          <span dir="auto">{site.name}</span>
        </a>
        {shell === "console" ? <StaffHeader t={t} /> : <Navigation shell={shell} t={t} />}
      </header>
      {shell === "console" && <StaffSide t={t} />}
      {shell === "console" && <aside id="lines" aria-label={t("page.console.alarms")} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Foot {...{ shell, t, site, locale, path, mailFolder }} />
    </>
  );
}

/** The mark of the site: a note with its ring. */
function Mark(): VNode {
  const ring = { cx: 16, cy: 14, r: 6.5 };
  return (
    <svg class="mark" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
      <path d="M9 1.5h14A7.5 7.5 0 0 1 30.5 9v10a7.5 7.5 0 0 1-7.5 7.5h-8.2L8 31.2v-4.8A7.5 7.5 0 0 1 1.5 19V9A7.5 7.5 0 0 1 9 1.5Z" />
      <circle {...ring} />
      <circle class="arc" {...ring} pathLength="100" stroke-dasharray="68 100" transform="rotate(-90 16 14)" />
    </svg>
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
/** On a wide screen, the menu under the picture has the account, and the balance leads to the wallet. */
const ONLY_ON_PHONES: ReadonlySet<Way["href"]> = new Set(["/settings/profile"]);

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
          <a key={text} href={href} class={ONLY_ON_PHONES.has(href) ? "narrow-only" : undefined} {...SHOWN_TO[of]}>
            <Icon name={icon} />
            <span>{t(text)}</span>
            {href === "/messages" && <span class="count" data-count="messages" hidden />}
          </a>
        ))}
        {shell === "public" && (
          <>
            <a href="/login" data-signed-out>
              {t("page.frame.signIn")}
            </a>
            <a class="button wide-only" href="/become-creator" data-signed-out>
              {t("page.home.becomeCreator")}
            </a>
          </>
        )}
      </nav>
      <AccountMenu t={t} />
    </>
  );
}
