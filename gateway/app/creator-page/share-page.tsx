import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { ShareAddress } from "../ui/share-address.tsx";

interface SharePageProps {
  readonly username: string;
  readonly isPublished: boolean;
  /** Whether other sites may embed it. */
  readonly isEmbedded: boolean;
}

/** The address of a creator's page to share, to print, and to embed in other sites. */
export function SharePage({ username, isPublished, isEmbedded }: SharePageProps): VNode {
  const { t } = useReader();
  return (
    <aside class="card" aria-labelledby="share">
      <h2 id="share">{t("page.inbox.share")}</h2>
      {!isPublished && <p class="notice warn">{t("page.editor.hidden")}</p>}
      <ShareAddress key={String(isPublished)} username={username} isHidden={!isPublished}>
        {isPublished && (
          <a class="button" href={`/${username}/sheet`}>
            {t("page.sheet.title")}
          </a>
        )}
      </ShareAddress>
      {isPublished && isEmbedded && (
        <p>
          {t("page.editor.code")}{" "}
          <code dir="ltr">{`<iframe src="${location.origin}/${username}/embed" title="${username}"></iframe>`}</code>
        </p>
      )}
    </aside>
  );
}
