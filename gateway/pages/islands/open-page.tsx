import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";

/** The last step: the page is open, and this is its address. */
export function OpenPage({ username }: { readonly username: string }): VNode {
  const { t } = useReader();
  const [isCopied, setCopied] = useState(false);
  const address = `${location.origin}/${username}`;
  const share = async () => {
    if (navigator.share) return navigator.share({ url: address }).catch(() => undefined);
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <div class="card">
      <p role="status">{t("page.become.done")}</p>
      <p>
        <a href={`/${username}`} dir="ltr">
          {address}
        </a>
      </p>
      <p class="actions">
        <Button kind="primary" onClick={() => void share()}>
          {t("page.become.share")}
        </Button>
        <a class="button" href="/messages">
          {t("page.inbox.title")}
        </a>
        <a class="button" href="/page">
          {t("page.editor.title")}
        </a>
      </p>
      <p role="status">{isCopied && t("page.become.copied")}</p>
    </div>
  );
}
