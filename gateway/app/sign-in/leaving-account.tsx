import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { signOut } from "../client/frame.ts";
import { keepAccount } from "../client/keep-account.ts";
import { ClosingMoney } from "../ui/closing/closing-money.tsx";
import { ErrorNote } from "../ui/error-note.tsx";

interface LeavingAccountProps {
  /** When the account will be deleted; ISO 8601. */
  readonly deletedAt: string;
  readonly onStored: () => void;
}

/** Shown when a user signs in while the account awaits its deletion. */
export function LeavingAccount({ deletedAt, onStored }: LeavingAccountProps): VNode {
  const { t, formats } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const keep = () => {
    setBusy(true);
    keepAccount().then(onStored, (error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.deletion", { date: formats.date(deletedAt) })}</h1>
      {failure !== null && <ErrorNote error={failure} />}
      <p>{t("page.login.deletionHint")}</p>
      <ClosingMoney waits={true} />
      <p class="actions">
        <Button kind="primary" busy={busy} onClick={keep}>
          {t("page.login.keep")}
        </Button>
        <Button onClick={() => void signOut()}>{t("page.frame.signOut")}</Button>
      </p>
    </>
  );
}
