import type { VNode } from "preact";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Avatar, Name } from "#gateway/ui/parts/values.tsx";
import { listFollows, unfollowCreator } from "#libs/contracts/creator/discovery.ts";
import { api } from "../client/api.ts";
import type { AppPage } from "../ui/app-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Pages, pageOf } from "../ui/pager.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";

/** The creators whom the reader follows. A hidden creator has no name while hidden. */
export default function Following({ query }: AppPage): VNode {
  const { t } = useReader();
  const page = pageOf(query);
  const loaded = useQuery(`follows ${page}`, () => api.call(listFollows, { page, limit: 25 }));
  const { failure, run } = useWork();
  const unfollow = async (creatorId: string) => {
    await run(() => api.call(unfollowCreator, { creatorId }));
    loaded.reload();
  };
  const discover = (
    <a class="button primary" href="/discover">
      {t("page.home.find")}
    </a>
  );
  return (
    <>
      <h1 tabIndex={-1}>{t("page.following.title")}</h1>
      {failure !== null && <ErrorNote error={failure} />}
      <Loaded query={loaded}>
        {(list) => (
          <>
            {list.items.length === 0 && <Empty action={discover}>{t("page.following.none")}</Empty>}
            <ul class="list">
              {list.items.map(({ creatorId, username, displayName, avatarUrl }) => {
                const name = displayName ?? username ?? t("page.following.hidden");
                return (
                  <li key={creatorId} class="item">
                    <Avatar url={avatarUrl} name={name} size={40} />
                    <span class="text">{username === null ? name : <a href={`/${username}`}>{<Name>{name}</Name>}</a>}</span>
                    <Button onClick={() => void unfollow(creatorId)}>{t("page.following.unfollow")}</Button>
                  </li>
                );
              })}
            </ul>
            <Pages list={list} path="/following" />
          </>
        )}
      </Loaded>
    </>
  );
}
