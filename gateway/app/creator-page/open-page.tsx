import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { OwnAddress, ShareAddress } from "../ui/share-address.tsx";

/** The last step: the page is open, with its address. */
export function OpenPage({ username }: { readonly username: string }): VNode {
  const { t } = useReader();
  return (
    <div class="card">
      <p role="status">{t("page.become.done")}</p>
      <p>
        <OwnAddress username={username} />
      </p>
      <ShareAddress username={username} isPrimary>
        <a class="button" href="/messages">
          {t("page.inbox.title")}
        </a>
        <a class="button" href="/page">
          {t("page.editor.title")}
        </a>
        <a class="button" href="/settings/identity">
          {t("page.first.identity")}
        </a>
      </ShareAddress>
    </div>
  );
}
