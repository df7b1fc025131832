import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { listGdprRequests, requestExport } from "#libs/contracts/account/gdpr.ts";
import { api } from "../client/api.ts";
import { saveParts } from "../client/save-file.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";

/** Exports of the reader's data: request, progress, download. */
export function Exports(): VNode {
  const { t } = useReader();
  const query = useQuery("requests", () => api.call(listGdprRequests));
  const { busy, failure, run } = useWork();
  const request = async () => {
    await run(() => api.call(requestExport));
    query.reload();
  };
  const copies = query.data?.filter(({ type }) => type === "EXPORT") ?? [];
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button busy={busy} onClick={() => void request()}>
          {t("page.privacy.askExport")}
        </Button>
        {copies.length > 0 && (
          <Button kind="quiet" onClick={query.reload}>
            {t("page.topup.check")}
          </Button>
        )}
      </p>
      <Loaded query={query}>
        {() => (
          <ul class="list">
            {copies.map(({ id, createdAt, downloadUrl }) => (
              <li key={id} class="item">
                <span class="text">
                  <Time at={createdAt} />
                </span>
                {downloadUrl === null ? (
                  t("page.privacy.preparing")
                ) : (
                  <Button onClick={() => void run(() => saveParts(downloadUrl))}>{t("page.privacy.download")}</Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
