import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { listGdprRequests, requestDeletion } from "#libs/contracts/account/gdpr.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import { api, pageData, session } from "../client/api.ts";
import { keepAccount } from "../client/keep-account.ts";
import { go } from "../client/navigation.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";

const DAY_MS = 24 * 3_600_000;

/** Shows a pending deletion, or the consequences of requesting one. */
async function standing() {
  const requests = await api.call(listGdprRequests);
  const waiting = requests.find(({ type, status }) => type === "DELETION" && status === "PENDING");
  return { waiting: waiting ?? null, wallet: waiting ? null : await api.call(getWallet) };
}

/** Requests the deletion of the account, or cancels it during the grace period. */
export function DeleteAccount(): VNode {
  const { t, now } = useReader();
  const query = useQuery("deletion", standing);
  const [asks, setAsks] = useState(false);
  const { busy, failure, run } = useWork();
  const remove = async () => {
    const isDone = await run(() => api.call(requestDeletion));
    setAsks(false);
    if (!isDone) return;
    session.forget();
    go("/");
  };
  const keep = async () => {
    await run(keepAccount);
    query.reload();
  };
  return (
    <Loaded query={query}>
      {({ waiting, wallet }) => (
        <>
          {failure !== null && <ErrorNote error={failure} />}
          {waiting && (
            <p class="notice warn">
              <WillBeDeleted at={waiting.scheduledAt} />
            </p>
          )}
          <p class="actions">
            {waiting ? (
              <Button kind="primary" busy={busy} onClick={() => void keep()}>
                {t("page.privacy.keep")}
              </Button>
            ) : (
              <Button kind="danger" onClick={() => setAsks(true)}>
                {t("page.privacy.delete")}
              </Button>
            )}
          </p>
          {asks && wallet && (
            <Dialog title={t("page.privacy.delete")} onClose={() => setAsks(false)}>
              <p>
                <Sentence of="page.privacy.balance" parts={{ amount: <Money amount={wallet.balance} currency={wallet.currency} /> }} />
              </p>
              <p>
                <WillBeDeleted at={new Date(now() + (pageData.deletionDays ?? 0) * DAY_MS).toISOString()} /> {t("page.privacy.deleteHint")}
              </p>
              <p class="actions">
                <Button kind="danger" busy={busy} onClick={() => void remove()}>
                  {t("page.privacy.delete")}
                </Button>
                <Button onClick={() => setAsks(false)}>{t("page.dialog.cancel")}</Button>
              </p>
            </Dialog>
          )}
        </>
      )}
    </Loaded>
  );
}

/** @param at ISO 8601 */
function WillBeDeleted({ at }: { readonly at: string }): VNode {
  return <Sentence of="page.privacy.willBeDeleted" parts={{ time: <Time at={at} as="date" /> }} />;
}
