import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";

interface OwnPage {
  readonly username: string;
}

/** The way to the reader's own page, by its address. */
export function OwnAddress({ username }: OwnPage): VNode {
  return (
    <a href={`/${username}`} dir="ltr">
      {location.host}/{username}
    </a>
  );
}

interface ShareAddressProps extends OwnPage {
  /** Sharing is what the page is for. */
  readonly isPrimary?: true;
  /** Nobody else can see the page, so it has no QR code. */
  readonly isHidden?: boolean;
  /** What else can be done. */
  readonly children?: ComponentChildren;
}

/** Hands the address of the reader's own page on: copied, by the sheet of the system where it has one, and as a QR code. */
export function ShareAddress({ username, isPrimary, isHidden = false, children }: ShareAddressProps): VNode {
  const { t } = useReader();
  const [isCopied, setCopied] = useState(false);
  const [hasCode, setCode] = useState(true);
  const address = `${location.origin}/${username}`;
  // Whoever closes the sheet or does not allow the clipboard has changed their mind.
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => undefined,
    );
  const share = () => navigator.share({ url: address }).catch(() => undefined);
  return (
    <>
      <p class="actions">
        <Button kind={isPrimary ? "primary" : "plain"} onClick={() => void copy()}>
          {t("page.creator.copy")}
        </Button>
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
