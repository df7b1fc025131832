import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getBioPage } from "#libs/contracts/creator/bio.ts";
import { listLinks } from "#libs/contracts/creator/link.ts";
import { api } from "../../client/api.ts";
import { whoAmI } from "../../client/me.ts";
import type { OwnProfile } from "../message-terms.tsx";
import { OwnAddress, ShareAddress } from "../share-address.tsx";
import { Loaded, useQuery } from "../use-query.tsx";

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

/** First steps of a creator whose page has no visits yet. */
export function FirstSteps({ profile }: { readonly profile: OwnProfile }): VNode {
  const query = useQuery("first steps", () => creatorSteps(profile));
  return <Loaded query={query}>{(steps) => <Steps steps={steps} username={profile.username} />}</Loaded>;
}

interface StepsProps {
  readonly steps: readonly Step[];
  /** Of a creator: sharing the page is the last step, and done at the first visit. */
  readonly username: string | null;
  /** Further controls. */
  readonly children?: ComponentChildren;
}

export function Steps({ steps, username, children }: StepsProps): VNode {
  const { t, formats } = useReader();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("page.first.title")}</h2>
      <p class="hint">
        {t("page.first.done", {
          done: formats.number(steps.filter(({ isDone }) => isDone).length),
          all: formats.number(steps.length + (username === null ? 0 : 1)),
        })}
      </p>
      <ol class="list">
        {steps.map(({ text, href, isDone }) => (
          <Row key={text} href={href} end={isDone && <Badge kind="good">{t("page.first.isDone")}</Badge>}>
            {t(text)}
          </Row>
        ))}
        {username !== null && (
          <Row href={null}>
            {t("page.first.share")}
            <span class="hint">{t("page.numbers.none")}</span>
            <OwnAddress username={username} />
          </Row>
        )}
      </ol>
      {username !== null && <ShareAddress username={username} isPrimary />}
      {children}
    </section>
  );
}
