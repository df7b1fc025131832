import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { isCreator, whoAmI } from "../client/me.ts";
import { useQuery } from "../ui/use-query.tsx";

const SETTINGS = {
  profile: "page.settings.profile",
  security: "page.settings.security",
  messages: "page.settings.messages",
  vacation: "page.settings.vacation",
  identity: "page.identity.title",
  notifications: "page.notifications.title",
  privacy: "page.settings.privacy",
} as const satisfies Record<string, TextKey>;

/** Settings that only creators have. */
const OF_CREATORS: ReadonlySet<string> = new Set(["messages", "vacation", "identity"]);

/** Heading of a settings page, and links to the other ones: beside it, where there is room. */
export function SettingsTabs({ current }: { readonly current: keyof typeof SETTINGS }): VNode {
  const { t } = useReader();
  const { data: me } = useQuery("me", whoAmI);
  const shown = Object.entries(SETTINGS).filter(([name]) => isCreator(me) || name === current || !OF_CREATORS.has(name));
  return (
    <>
      <nav class="side" aria-label={t("page.settings.title")}>
        {shown.map(([name, text]) => (
          <a key={name} href={`/settings/${name}`} aria-current={name === current ? "page" : undefined}>
            {t(text)}
          </a>
        ))}
      </nav>
      <h1 tabIndex={-1}>{t(SETTINGS[current])}</h1>
    </>
  );
}
