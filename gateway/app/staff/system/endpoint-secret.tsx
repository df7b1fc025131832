import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { canCopy, copyText } from "../../client/browser/clipboard.ts";

/** A secret, as the interface sends it once. */
export interface NewSecret {
  readonly secret: string;
  readonly standardSecret: string;
}

interface EndpointSecretProps {
  readonly of: NewSecret;
  close(): void;
}

/** Shows a new secret once. It is in this dialog only, so it is gone after that. */
export function EndpointSecret({ of: { secret, standardSecret }, close }: EndpointSecretProps): VNode {
  const { t } = useReader();
  return (
    <Dialog title={t("page.staffSystem.signingSecret")} onClose={close}>
      <p>{t("page.staffSystem.secretOnce")}</p>
      <Facts
        of={[
          [t("page.staffSystem.signingSecret"), <Secret key="secret" text={secret} />],
          [t("page.staffSystem.standardSecret"), <Secret key="standard" text={standardSecret} />],
        ]}
      />
      <p class="actions">
        <Button kind="primary" onClick={close}>
          {t("page.console.closeDialog")}
        </Button>
      </p>
    </Dialog>
  );
}

/** Copying is what the dialog is for, so the focus is on it: a second press of Enter does not lose the secret. */
function Secret({ text }: { readonly text: string }): VNode {
  const { t } = useReader();
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <code dir="ltr" class="secret">
        {text}
      </code>
      {canCopy() && (
        <>
          {" "}
          <Button onClick={() => void copyText(text).then(setCopied)}>{t("page.creator.copy")}</Button>
        </>
      )}
      <span role="status">{isCopied && t("page.staffSystem.copied")}</span>
    </>
  );
}
