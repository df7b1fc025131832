import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { AppPage } from "../ui/app-page.ts";
import { MessageList } from "./messages.tsx";
import { Thread } from "./thread.tsx";

const WIDE = matchMedia("(min-width: 64rem)");

/** The message list and one conversation: separate pages, or side by side where there is room. */
export default function Conversations({ params, query }: AppPage): VNode {
  const { t } = useReader();
  const isWide = useWide();
  const [changes, setChanges] = useState(0);
  const sessionId = params.sessionId ?? null;
  const list = <MessageList key={query.get("show")} query={query} openId={isWide ? sessionId : null} changes={changes} />;
  const thread = sessionId !== null && (
    <Thread key={sessionId} sessionId={sessionId} query={query} isBeside={isWide} changed={() => setChanges(changes + 1)} />
  );
  if (!isWide) return thread || list;
  return (
    <div class="conversations">
      <div>{list}</div>
      <div>{thread || <Empty>{t("page.messages.choose")}</Empty>}</div>
    </div>
  );
}

function useWide(): boolean {
  const [isWide, setWide] = useState(WIDE.matches);
  useEffect(() => {
    const follow = () => setWide(WIDE.matches);
    WIDE.addEventListener("change", follow);
    return () => WIDE.removeEventListener("change", follow);
  }, []);
  return isWide;
}
