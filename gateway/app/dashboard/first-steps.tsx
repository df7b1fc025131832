import type { VNode } from "preact";
import { useId } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getBioPage } from "#libs/contracts/creator/bio.ts";
import { listLinks } from "#libs/contracts/creator/link.ts";
import { api } from "../client/api.ts";
import { whoAmI } from "../client/me.ts";
import type { OwnProfile } from "../ui/message-terms.tsx";
import { OwnAddress, ShareAddress } from "../ui/share-address.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";

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

/** First steps of a creator whose page has no visits yet. The last step, sharing, is done at the first visit. */
export function FirstSteps({ profile }: { readonly profile: OwnProfile }): VNode {
  const { t, formats } = useReader();
  const id = useId();
  const query = useQuery("first steps", () => stepsOf(profile));
  const { username } = profile;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("page.first.title")}</h2>
      <Loaded query={query}>
        {(steps) => (
          <>
            <p class="hint">
              {t("page.first.done", {
                done: formats.number(steps.filter(({ isDone }) => isDone).length),
                all: formats.number(steps.length + 1),
              })}
            </p>
            <ol class="list">
              {steps.map(({ text, href, isDone }) => (
                <Row key={text} href={href} end={isDone && <Badge kind="good">{t("page.first.isDone")}</Badge>}>
                  {t(text)}
                </Row>
              ))}
              <Row href={null}>
                {t("page.first.share")}
                <span class="hint">{t("page.numbers.none")}</span>
                <OwnAddress username={username} />
              </Row>
            </ol>
            <ShareAddress username={username} isPrimary />
          </>
        )}
      </Loaded>
    </section>
  );
}
