import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { ErrorNote } from "./error-note.tsx";
import { signOut } from "./frame.ts";
import { keepAccount } from "./keep-account.ts";

interface LeavingAccountProps {
  /** When the account will be deleted; ISO 8601. */
  readonly deletedAt: string;
  readonly onKept: () => void;
}

/** What somebody sees who signs in while the account waits for its deletion. */
export function LeavingAccount({ deletedAt, onKept }: LeavingAccountProps): VNode {
  const { t, formats } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const keep = () => {
    setBusy(true);
    keepAccount().then(onKept, (error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.deletion", { date: formats.date(deletedAt) })}</h1>
      {failure !== null && <ErrorNote error={failure} />}
      <p>{t("page.login.deletionHint")}</p>
      <p class="actions">
        <Button kind="primary" busy={busy} onClick={keep}>
          {t("page.login.keep")}
        </Button>
        <Button onClick={() => void signOut()}>{t("page.frame.signOut")}</Button>
      </p>
    </>
  );
}
