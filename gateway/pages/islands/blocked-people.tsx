import type { VNode } from "preact";
import { dataOf } from "#libs/client/index.ts";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Name } from "../parts/values.tsx";
import { Loaded, useData } from "./data.tsx";
import { ErrorNote } from "./error-note.tsx";
import { api } from "./surroundings.ts";
import { useWork } from "./use-work.ts";

const PAGE = { page: 1, limit: 50 } as const;

/** Blocks name nobody; a conversation does. */
async function blockedPeople() {
  const [blocks, sessions] = await Promise.all([
    dataOf(api.GET("/blocks", { params: { query: PAGE } })),
    dataOf(api.GET("/messages/sessions", { params: { query: PAGE } })),
  ]);
  const people = new Map(sessions.items.map(({ counterpart }) => [counterpart.userId, counterpart]));
  return blocks.items.map(({ userId }) => ({ userId, name: people.get(userId)?.displayName ?? people.get(userId)?.username ?? null }));
}

export function BlockedPeople(): VNode {
  const { t } = useReader();
  const asked = useData("blocks", blockedPeople);
  const { failure, run } = useWork();
  const unblock = async (userId: string) => {
    await run(() => api.DELETE("/blocks/{userId}", { params: { path: { userId } } }));
    asked.reload();
  };
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <Loaded asked={asked}>
        {(people) =>
          people.length === 0 ? (
            <p class="hint">{t("page.privacy.noneBlocked")}</p>
          ) : (
            <ul class="rows">
              {people.map(({ userId, name }) => (
                <li key={userId} class="line">
                  <span class="text">{name === null ? t("page.messages.someone") : <Name>{name}</Name>}</span>
                  <Button onClick={() => void unblock(userId)}>{t("page.privacy.unblock")}</Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
