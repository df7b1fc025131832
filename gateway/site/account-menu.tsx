import type { VNode } from "preact";
import { Icon } from "../ui/parts/icons.tsx";
import { Ring } from "../ui/parts/ring.tsx";
import type { TextKey, Texts } from "../ui/texts.ts";

/** What a creator does as a fan; the main navigation has no room for it. */
const AS_FAN = {
  "/discover": "page.frame.discover",
  "/wallet": "page.frame.wallet",
  "/following": "page.following.title",
} as const satisfies Record<string, TextKey>;

/** What the header shows of the signed-in user: free balance and what is held, notifications, and a menu under the picture. The script fills it. */
export function AccountMenu({ t }: { readonly t: Texts }): VNode {
  return (
    <div class="own" data-signed-in hidden>
      <a class="purse" href="/wallet" data-no-creator hidden>
        <Icon name="wallet" />
        <span class="visually-hidden">{t("page.wallet.balance")}</span>
        <b data-balance>–</b>
        <span class="held">
          <Ring state="held" isBare />
          <span class="visually-hidden">{t("page.wallet.held")}</span>
          <span data-held />
        </span>
      </a>
      <a class="bell" href="/notifications">
        <Icon name="bell" />
        <span class="visually-hidden">{t("page.notifications.title")}</span>
        <span class="count" data-count="notifications" hidden />
      </a>
      <p id="unread-news" class="visually-hidden" role="status" />
      <details class="account" data-menu>
        <summary>
          <span data-face>
            <Icon name="account" />
          </span>
          <span class="visually-hidden">{t("page.frame.account")}</span>
        </summary>
        <div class="panel">
          <p>
            <b data-name dir="auto" />
          </p>
          <nav aria-labelledby="as-fan" data-creator hidden>
            <h2 id="as-fan">{t("page.settings.asFan")}</h2>
            {Object.entries(AS_FAN).map(([href, text]) => (
              <a key={href} href={href}>
                {t(text)}
              </a>
            ))}
          </nav>
          <a href="/following" data-no-creator hidden>
            {t("page.following.title")}
          </a>
          <a href="/become-creator" data-no-creator hidden>
            {t("page.home.becomeCreator")}
          </a>
          <a href="/settings/profile">{t("page.settings.title")}</a>
          <a href="/support">{t("page.support.title")}</a>
          <button type="button" class="quiet" id="sign-out">
            {t("page.frame.signOut")}
          </button>
        </div>
      </details>
    </div>
  );
}
