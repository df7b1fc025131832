import type { VNode } from "preact";
import { dataOf } from "#libs/client/index.ts";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Time } from "../parts/values.tsx";
import { Loaded, useData } from "./data.tsx";
import { ErrorNote } from "./error-note.tsx";
import { saveParts } from "./save-file.ts";
import { api } from "./surroundings.ts";
import { useWork } from "./use-work.ts";

/** Copies of the reader's data: asked for, waited for, downloaded. */
export function Exports(): VNode {
  const { t } = useReader();
  const asked = useData("requests", () => dataOf(api.GET("/gdpr/requests")));
  const { busy, failure, run } = useWork();
  const request = async () => {
    await run(() => api.POST("/gdpr/export"));
    asked.reload();
  };
  const copies = asked.data?.filter(({ type }) => type === "EXPORT") ?? [];
  return (
    <>
      <p>{t("page.privacy.exportHint")}</p>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button busy={busy} onClick={() => void request()}>
          {t("page.privacy.askExport")}
        </Button>
        {copies.length > 0 && (
          <Button kind="quiet" onClick={asked.reload}>
            {t("page.topup.check")}
          </Button>
        )}
      </p>
      <Loaded asked={asked}>
        {() => (
          <ul class="rows">
            {copies.map(({ id, createdAt, downloadUrl }) => (
              <li key={id} class="line">
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
