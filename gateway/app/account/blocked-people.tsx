import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { listBlocks, unblockUser } from "#libs/contracts/messaging/index.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Pages } from "../ui/pager.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";

/** The people whom the reader has blocked, in pages. */
export function BlockedPeople({ page }: { readonly page: number }): VNode {
  const { t } = useReader();
  const loaded = useQuery(`blocks ${page}`, () => api.call(listBlocks, { page, limit: 25 }));
  const { failure, run } = useWork();
  const unblock = async (userId: string) => {
    await run(() => api.call(unblockUser, { userId }));
    loaded.reload();
  };
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <Loaded query={loaded}>
        {(list) =>
          list.total === 0 ? (
            <p class="hint">{t("page.privacy.noneBlocked")}</p>
          ) : (
            <>
              <ul class="list">
                {list.items.map(({ userId, username, displayName }) => (
                  <li key={userId} class="item">
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
