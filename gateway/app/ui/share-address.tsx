import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { canCopy, copyText } from "../client/browser/clipboard.ts";

interface OwnPage {
  readonly username: string;
}

/** A link to the reader's own page that shows its address. */
export function OwnAddress({ username }: OwnPage): VNode {
  return (
    <a href={`/${username}`} dir="ltr">
      {location.host}/{username}
    </a>
  );
}

interface ShareAddressProps extends OwnPage {
  /** Sharing is the primary action of the page. */
  readonly isPrimary?: true;
  /** The page is hidden from visitors, so it has no QR code. */
  readonly isHidden?: boolean;
  /** Further actions. */
  readonly children?: ComponentChildren;
}

/** Shares the address of the reader's own page: by clipboard, by the system's share sheet if there is one, and as a QR code. */
export function ShareAddress({ username, isPrimary, isHidden = false, children }: ShareAddressProps): VNode {
  const { t } = useReader();
  const [isCopied, setCopied] = useState(false);
  const [hasCode, setCode] = useState(true);
  const address = `${location.origin}/${username}`;
  const copy = async () => setCopied(await copyText(address));
  // A closed share sheet is the user's choice and no error.
  const share = () => navigator.share({ url: address }).catch(() => undefined);
  return (
    <>
      <p class="actions">
        {canCopy() && (
          <Button kind={isPrimary ? "primary" : "plain"} onClick={() => void copy()}>
            {t("page.creator.copy")}
          </Button>
        )}
        {typeof navigator.share === "function" && <Button onClick={() => void share()}>{t("page.become.share")}</Button>}
        {children}
      </p>
      <p role="status">{isCopied && t("page.creator.copied")}</p>
      {!isHidden && hasCode && (
        <img class="qr" src={`/${username}/qr.svg`} width={128} height={128} alt={t("page.creator.qr")} onError={() => setCode(false)} />
      )}
    </>
  );
}
