import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { logoutAll } from "#libs/contracts/account/logout-all.ts";
import { api, session } from "../../client/api.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { useWork } from "../../ui/use-work.ts";

/** Ends all sessions of the user, after a question. */
export function SignOutEverywhere(): VNode {
  const { t } = useReader();
  const [asks, setAsks] = useState(false);
  return (
    <p class="actions">
      <Button onClick={() => setAsks(true)}>{t("page.settings.outEverywhere")}</Button>
      {asks && <Question onClose={() => setAsks(false)} />}
    </p>
  );
}

function Question({ onClose }: { readonly onClose: () => void }): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const signOut = () =>
    run(async () => {
      await api.call(logoutAll, {});
      session.forget();
      location.assign("/login");
    });
  return (
    <Dialog title={t("page.settings.outEverywhere")} onClose={onClose}>
      <p>{t("page.settings.outEverywhereHint")}</p>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button kind="danger" busy={busy} onClick={() => void signOut()}>
          {t("page.settings.outEverywhere")}
        </Button>
        <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
      </p>
    </Dialog>
  );
}
