import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getBioPage } from "#libs/contracts/creator/bio.ts";
import { listLinks } from "#libs/contracts/creator/link.ts";
import { api } from "../../client/api.ts";
import { browserStorage } from "../../client/browser/storage.ts";
import { whoAmI } from "../../client/me.ts";
import type { OwnProfile } from "../message-terms.tsx";
import { OwnAddress, ShareAddress } from "../share-address.tsx";

export interface Step {
  readonly text: TextKey;
  /** Path of the page for this step. */
  readonly href: string;
  readonly isDone: boolean;
}

export async function creatorSteps({ id: creatorId, dmType, kycStatus }: OwnProfile): Promise<readonly Step[]> {
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

interface FirstStepsProps {
  readonly steps: readonly Step[];
  /** Whose steps they are: a user hides them in this browser for themselves alone. */
  readonly of: string;
  /** Of a creator: sharing the page is the last step. */
  readonly username: string | null;
  /** Sharing is done at the first visit. */
  readonly isVisited?: boolean;
}

/** First steps of a user, until all are done or the user hides them. */
export function FirstSteps({ steps, of, username, isVisited = false }: FirstStepsProps): VNode | null {
  const { t, formats } = useReader();
  const id = useId();
  const key = `first-steps:${of}`;
  const [isHidden, setHidden] = useState(browserStorage.get(key) !== null);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (isHidden || (done === steps.length && (isVisited || username === null))) return null;
  const hide = () => {
    browserStorage.set(key, "hidden");
    setHidden(true);
  };
  const isDoneBadge = <Badge kind="good">{t("page.first.isDone")}</Badge>;
  const hideButton = (
    <Button kind="quiet" onClick={hide}>
      {t("page.first.hide")}
    </Button>
  );
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{t("page.first.title")}</h2>
      <p class="hint">
        {t("page.first.done", {
          done: formats.number(done + (isVisited ? 1 : 0)),
          all: formats.number(steps.length + (username === null ? 0 : 1)),
        })}
      </p>
      <ol class="list dense">
        {steps.map(({ text, href, isDone }) => (
          <Row key={text} href={href} end={isDone && isDoneBadge}>
            {t(text)}
          </Row>
        ))}
        {username !== null && (
          <Row href={null} end={isVisited && isDoneBadge}>
            {t("page.first.share")}
            {!isVisited && <span class="hint">{t("page.numbers.none")}</span>}
            <OwnAddress username={username} />
          </Row>
        )}
      </ol>
      {username === null ? (
        <p class="actions">{hideButton}</p>
      ) : (
        <ShareAddress username={username} isPrimary>
          {hideButton}
        </ShareAddress>
      )}
    </section>
  );
}
