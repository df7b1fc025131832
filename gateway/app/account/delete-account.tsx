import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { listGdprRequests } from "#libs/contracts/account/gdpr.ts";
import { api } from "../client/api.ts";
import { keepAccount } from "../client/keep-account.ts";
import { ClosingMoney } from "../ui/closing/closing-money.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { DeletionDialog, WillBeDeleted } from "./deletion-dialog.tsx";

/** The pending deletion; null: none was requested. */
async function standing() {
  const requests = await api.call(listGdprRequests);
  return { waiting: requests.find(({ type, status }) => type === "DELETION" && status === "PENDING") ?? null };
}

/** Requests the deletion of the account, or cancels it during the grace period. */
export function DeleteAccount(): VNode {
  const { t } = useReader();
  const query = useQuery("deletion", standing);
  const [asks, setAsks] = useState(false);
  const { busy, failure, run } = useWork();
  const keep = async () => {
    await run(keepAccount);
    query.reload();
  };
  return (
    <Loaded query={query}>
      {({ waiting }) => (
        <>
          {failure !== null && <ErrorNote error={failure} />}
          {waiting && (
            <>
              <p class="notice warn">
                <WillBeDeleted at={waiting.scheduledAt} />
              </p>
              <ClosingMoney waits={true} />
            </>
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
          {asks && <DeletionDialog onClose={() => setAsks(false)} />}
        </>
      )}
    </Loaded>
  );
}
