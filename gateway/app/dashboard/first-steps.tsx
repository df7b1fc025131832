import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getBioPage } from "#libs/contracts/creator/bio.ts";
import { listLinks } from "#libs/contracts/creator/link.ts";
import { api } from "../client/api.ts";
import { browserStorage } from "../client/browser/storage.ts";
import { whoAmI } from "../client/me.ts";
import type { OwnProfile } from "../ui/message-terms.tsx";
import { OwnAddress, ShareAddress } from "../ui/share-address.tsx";
import { useQuery } from "../ui/use-query.tsx";

interface Step {
  readonly text: TextKey;
  /** Path of the page for this step. */
  readonly href: string;
  readonly isDone: boolean;
}

async function stepsOf({ id: creatorId, dmType, kycStatus }: OwnProfile): Promise<readonly Step[]> {
  const params = { creatorId };
  const [me, { bio }, links] = await Promise.all([whoAmI(), api.call(getBioPage, params), api.call(listLinks, params)]);
  return [
    // A new page holds the name of its creator as its only text.
    { text: "page.first.bio", href: "/page", isDone: bio.trim() !== "" && bio !== me?.displayName },
    { text: "page.links.add", href: "/page", isDone: links.length > 0 },
    { text: "page.first.price", href: "/settings/messages", isDone: dmType !== "FREE" },
    { text: "page.first.identity", href: "/settings/identity", isDone: kycStatus === "APPROVED" },
  ];
}

/** Name of what the browser keeps: the creator who has hidden the steps. */
const HIDDEN = "first steps hidden";

/** The first steps of a creator; none when the creator has hidden them. */
export function useFirstSteps(profile: OwnProfile) {
  const [isHidden, setHidden] = useState(() => browserStorage.get(HIDDEN) === profile.id);
  const query = useQuery(`first steps ${isHidden}`, async () => (isHidden ? [] : stepsOf(profile)));
  const hide = () => {
    browserStorage.set(HIDDEN, profile.id);
    setHidden(true);
  };
  return { query, hide };
}

interface FirstStepsProps {
  readonly username: string;
  readonly steps: readonly Step[];
  /** Sharing is done at the first visit. */
  readonly isVisited: boolean;
  hide(): void;
}

/** First steps of a creator, until all are done or the creator hides them. */
export function FirstSteps({ username, steps, isVisited, hide }: FirstStepsProps): VNode | null {
  const { t, formats } = useReader();
  const id = useId();
  const done = steps.filter(({ isDone }) => isDone).length;
  if (steps.length === 0 || (isVisited && done === steps.length)) return null;
  const isDoneBadge = <Badge kind="good">{t("page.first.isDone")}</Badge>;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("page.first.title")}</h2>
      <p class="hint">
        {t("page.first.done", { done: formats.number(done + (isVisited ? 1 : 0)), all: formats.number(steps.length + 1) })}
      </p>
      <ol class="list">
        {steps.map(({ text, href, isDone }) => (
          <Row key={text} href={href} end={isDone && isDoneBadge}>
            {t(text)}
          </Row>
        ))}
        <Row href={null} end={isVisited && isDoneBadge}>
          {t("page.first.share")}
          {!isVisited && <span class="hint">{t("page.numbers.none")}</span>}
          <OwnAddress username={username} />
        </Row>
      </ol>
      <ShareAddress username={username} isPrimary>
        <Button kind="quiet" onClick={hide}>
          {t("page.first.hide")}
        </Button>
      </ShareAddress>
    </section>
  );
}
