import { framedBy } from "#gateway/response/security-headers.ts";
import { CreatorLinks, VerifiedAccounts } from "#gateway/ui/creator/creator-links.tsx";
import { nameOf } from "#gateway/ui/creator/creator-name.ts";
import { offerOf } from "#gateway/ui/creator/offer.ts";
import { Avatar, Name } from "#gateway/ui/parts/values.tsx";
import { templateOf } from "#gateway/ui/templates.ts";
import { getEmbeddedBio } from "#libs/contracts/creator/index.ts";
import type { Page } from "../page.ts";
import { Tracker } from "./counting.tsx";

/**
 * A creator's page for embedding in other sites, if its owner allows it. It has no form and no sign-in, and every link opens a new window.
 */
export const embedPage: Page = {
  path: "/{username}/embed",
  shell: "public",
  isRemembered: true,
  async view(about) {
    const { ask, params, config, t } = about;
    const creator = await ask(getEmbeddedBio, { username: params.username ?? "" });
    const offer = offerOf(creator, about);
    return {
      title: nameOf(creator),
      noindex: true,
      isBare: true,
      framedBy: framedBy(config),
      ...(about.refusesTracking ? {} : { head: <Tracker bioPageId={creator.bioPageId} creatorId={creator.creatorId} token="" isEmbed /> }),
      template: templateOf(creator.templateId),
      main: (
        <article>
          <header class="creator-head">
            <Avatar url={creator.avatarUrl} name={nameOf(creator)} size={40} />
            <div>
              <h1>
                <a href={`/${creator.username}`} target="_blank" rel="noopener">
                  <Name>{nameOf(creator)}</Name>
                </a>
              </h1>
            </div>
          </header>
          {creator.headline && <p dir="auto">{creator.headline}</p>}
          <VerifiedAccounts creator={creator} about={about} target="_blank" />
          <CreatorLinks creator={creator} about={about} target="_blank" />
          {offer && (
            <p class="actions">
              <span>{offer.text}</span>
              {offer.isOpen && (
                <a class="button primary" href={`/${creator.username}/message`} target="_blank" rel="noopener">
                  {t("page.creator.send")}
                </a>
              )}
            </p>
          )}
        </article>
      ),
    };
  },
};
