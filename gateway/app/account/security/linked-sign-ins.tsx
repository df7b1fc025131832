import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { listOAuthIdentities, removeOAuthIdentity } from "#libs/contracts/account/external-sign-ins.ts";
import { api } from "../../client/api.ts";
import { pageData } from "../../client/browser/page-data.ts";
import { linkElsewhere } from "../../ui/elsewhere/sign-in-elsewhere.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Setting } from "../../ui/setting.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { useWork } from "../../ui/use-work.ts";

const PAGE = "/settings/security";

/** The accounts at other providers with which the reader signs in. Nothing of the other side is known here but the day. */
export function LinkedSignIns(): VNode | null {
  const { t, formats } = useReader();
  const query = useQuery("sign-ins elsewhere", () => api.call(listOAuthIdentities));
  const [removed, setRemoved] = useState<string | null>(null);
  const { busy, failure, run } = useWork();
  if (!pageData.signInElsewhere && !query.data?.length) return null;

  return (
    <Setting title={t("page.settings.elsewhere")} hint={t("page.settings.elsewhereHint")}>
      {failure !== null && <ErrorNote error={failure} />}
      <Loaded query={query} lines={2}>
        {(identities) =>
          identities.length === 0 ? (
            <p class="hint">{t("page.settings.elsewhereNone")}</p>
          ) : (
            <ul class="list">
              {identities.map(({ id, linkedAt }) => (
                <li key={id} class="item">
                  <span class="text">{t("page.settings.elsewhereSince", { date: formats.date(linkedAt) })}</span>
                  <Button onClick={() => setRemoved(id)}>{t("page.settings.elsewhereRemove")}</Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {pageData.signInElsewhere && (
        <p class="actions">
          <Button busy={busy} onClick={() => void run(() => linkElsewhere(PAGE))}>
            {t("page.settings.elsewhereAdd")}
          </Button>
        </p>
      )}
      {removed !== null && (
        <UnlinkDialog
          identityId={removed}
          onClose={(isDone) => {
            setRemoved(null);
            if (isDone) query.reload();
          }}
        />
      )}
    </Setting>
  );
}

interface UnlinkProps {
  readonly identityId: string;
  readonly onClose: (isDone: boolean) => void;
}

function UnlinkDialog({ identityId, onClose }: UnlinkProps): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const unlink = async () => {
    if (await run(() => api.call(removeOAuthIdentity, { identityId }))) onClose(true);
  };
  return (
    <Dialog title={t("page.settings.elsewhereRemoveTitle")} onClose={() => onClose(false)}>
      <p>{t("page.settings.elsewhereRemoveHint")}</p>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button kind="danger" busy={busy} onClick={() => void unlink()}>
          {t("page.settings.elsewhereRemove")}
        </Button>
        <Button onClick={() => onClose(false)}>{t("page.dialog.cancel")}</Button>
      </p>
    </Dialog>
  );
}
