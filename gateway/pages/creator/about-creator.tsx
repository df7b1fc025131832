import type { ComponentChildren, VNode } from "preact";
import type { CreatorLevel, PublicBio } from "#libs/contracts/creator/index.ts";
import type { PageContext } from "../page.ts";
import { Avatar, Name, Written } from "../parts/values.tsx";
import type { TextKey } from "../texts.ts";
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
  readonly about: Pick<PageContext, "t">;
  /** Shown inside another page, which has a first heading of its own, and where nothing can be followed. */
  readonly isPreview?: true;
  /** Controls beside the name. */
  readonly children?: ComponentChildren;
}

/** What a creator's page says about the creator: on the page itself, and in its editor. */
export function AboutCreator({ creator, about, isPreview, children }: AboutCreatorProps): VNode {
  const { headline, bio, username, level } = creator;
  const { t } = about;
  const rank = LEVELS[level];
  const Heading = isPreview ? "p" : "h1";
  return (
    <>
      <header class="creator-head">
        <Avatar url={ownPicture(creator)} name={nameOf(creator)} size={96} />
        <div>
          <Heading class={isPreview && "name"}>
            <Name>{nameOf(creator)}</Name>
          </Heading>
          <p class="muted">
            <bdi dir="ltr">@{username}</bdi>
            {rank && <> · {t(rank)}</>}
          </p>
        </div>
        {children}
      </header>
      {headline && (
        <p class="headline" dir="auto">
          {headline}
        </p>
      )}
      {bio && <Written text={bio} />}
      <VerifiedAccounts creator={creator} about={about} />
      <CreatorLinks creator={creator} about={about} target={isPreview && "_blank"} />
    </>
  );
}

/** The policy of pages lets no picture of another host in. */
function ownPicture({ avatarUrl }: PublicBio): string | null {
  return avatarUrl?.startsWith("/") ? avatarUrl : null;
}
