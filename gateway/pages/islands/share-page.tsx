import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";

interface SharePageProps {
  readonly username: string;
  readonly isPublished: boolean;
  /** Whether other sites may show it. */
  readonly isEmbedded: boolean;
}

/** The address of a creator's page, as a link, as a QR code, and for other sites. */
export function SharePage({ username, isPublished, isEmbedded }: SharePageProps): VNode {
  const { t } = useReader();
  const [isCopied, setCopied] = useState(false);
  const address = `${location.origin}/${username}`;
  const share = async () => {
    try {
      if (typeof navigator.share === "function") return await navigator.share({ url: address });
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // The reader has closed the sheet, or does not allow the clipboard.
    }
  };
  return (
    <aside class="card" aria-labelledby="share">
      <h2 id="share">{t("page.inbox.share")}</h2>
      {!isPublished && <p class="notice warn">{t("page.editor.hidden")}</p>}
      <p class="actions">
        <Button onClick={() => void share()}>{t("page.become.share")}</Button>
        {isPublished && (
          <a class="button" href={`/${username}/sheet`}>
            {t("page.sheet.title")}
          </a>
        )}
      </p>
      <p role="status">{isCopied && t("page.become.copied")}</p>
      {isPublished && <img class="qr" src={`/${username}/qr.svg`} width={128} height={128} alt={t("page.creator.qr")} />}
      {isPublished && isEmbedded && (
        <p>
          {t("page.editor.code")} <code dir="ltr">{`<iframe src="${address}/embed" title="${username}"></iframe>`}</code>
        </p>
      )}
    </aside>
  );
}
