import type { VNode } from "preact";
import type { CreatorLevel, PublicBio } from "#libs/contracts/creator/index.ts";
import { type Reader, useReader } from "../parts/reader.tsx";
import { Cover } from "../parts/rosette.tsx";
import { Avatar, Name } from "../parts/values.tsx";
import { templateOf } from "../templates.ts";
import type { TextKey } from "../texts.ts";
import { Answers } from "./answers.tsx";
import { CreatorLinks, VerifiedAccounts } from "./creator-links.tsx";
import { nameOf } from "./creator-name.ts";

/** Only ranks that were earned are shown. */
const LEVELS: Readonly<Record<CreatorLevel, TextKey | null>> = {
  BRONZE: null,
  SILVER: "page.creator.silver",
  GOLD: "page.creator.gold",
  PLATINUM: "page.creator.platinum",
  DIAMOND: "page.creator.diamond",
};

interface AboutCreatorProps {
  readonly creator: PublicBio;
  readonly about: Pick<Reader, "t" | "formats">;
  /** Inside another page, which has an h1 of its own; the links are inert. */
  readonly isPreview?: boolean;
}

/** The description of a creator, for the public page and its editor. */
export function AboutCreator({ creator, about, isPreview = false }: AboutCreatorProps): VNode {
  const { headline, bio, username, level } = creator;
  const { t } = about;
  const rank = LEVELS[level];
  const Heading = isPreview ? "p" : "h1";
  return (
    <>
      <Cover username={username} template={templateOf(creator.templateId)} />
      <header class="creator-head">
        <Avatar url={creator.avatarUrl} name={nameOf(creator)} size={96} />
        <div>
          <Heading class={isPreview ? "name" : undefined}>
            <Name>{nameOf(creator)}</Name>
          </Heading>
          <p class="muted">
            <bdi dir="ltr">@{username}</bdi>
            {rank && <> · {t(rank)}</>}
          </p>
        </div>
        <button type="button" class={isPreview ? "quiet" : "quiet until-script"} data-share data-copied={t("page.creator.copied")}>
          {t("page.creator.share")}
        </button>
      </header>
      {headline && (
        <p class="headline" dir="auto">
          {headline}
        </p>
      )}
      {creator.answers && (
        <p>
          <Answers answers={creator.answers} about={about} />
        </p>
      )}
      {bio && <Bio text={bio} />}
      <VerifiedAccounts creator={creator} about={about} />
      <CreatorLinks creator={creator} about={about} isPreview={isPreview} />
    </>
  );
}

const BLANK_LINES = /\n\s*\n/;

/**
 * Shows the beginning of a long text. The script of the page adds a button for the rest; without a script the whole text is visible. Blank
 * lines separate paragraphs and are not rendered as lines, so that the beginning ends with words.
 */
function Bio({ text }: { readonly text: string }): VNode {
  const { t } = useReader();
  const whole = (
    <div class="written" dir="auto">
      {text
        .trim()
        .split(BLANK_LINES)
        .map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
    </div>
  );
  return (
    <div class="folded" data-folded>
      {whole}
      <button type="button" class="quiet" hidden>
        <span>{t("page.list.more")}</span>
      </button>
    </div>
  );
}
