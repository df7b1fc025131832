import type { VNode } from "preact";
import { dataOf } from "#libs/client/index.ts";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Name } from "../parts/values.tsx";
import { Loaded, useData } from "./data.tsx";
import { ErrorNote } from "./error-note.tsx";
import { Pages } from "./pages.tsx";
import { api } from "./surroundings.ts";
import { useWork } from "./use-work.ts";

/** The people whom the reader has blocked, a page of them at a time. */
export function BlockedPeople({ page }: { readonly page: number }): VNode {
  const { t } = useReader();
  const asked = useData(`blocks ${page}`, () => dataOf(api.GET("/blocks", { params: { query: { page, limit: 25 } } })));
  const { failure, run } = useWork();
  const unblock = async (userId: string) => {
    await run(() => api.DELETE("/blocks/{userId}", { params: { path: { userId } } }));
    asked.reload();
  };
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <Loaded asked={asked}>
        {(list) =>
          list.total === 0 ? (
            <p class="hint">{t("page.privacy.noneBlocked")}</p>
          ) : (
            <>
              <ul class="rows">
                {list.items.map(({ userId, username, displayName }) => (
                  <li key={userId} class="line">
                    <span class="text">
                      <Name>{displayName ?? username ?? t("page.messages.someone")}</Name>
                    </span>
                    <Button onClick={() => void unblock(userId)}>{t("page.privacy.unblock")}</Button>
                  </li>
                ))}
              </ul>
              <Pages list={list} path="/settings/privacy" />
            </>
          )
        }
      </Loaded>
    </>
  );
}
