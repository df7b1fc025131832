import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { pageDataOf } from "#gateway/ui/page-data.ts";
import { Composing } from "#gateway/ui/parts/composing.tsx";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { getPublicBio } from "#libs/contracts/creator/index.ts";
import type { Page } from "../page.ts";
import { addressOf, descriptionOf } from "./creator-head.tsx";

/** The page for a message to a creator. The server states the cost; the script renders the form. */
export const compose: Page = {
  path: "/{username}/message",
  shell: "app",
  async view(about) {
    const { ask, params, t, config, site } = about;
    const bio = await ask(getPublicBio, { username: params.username ?? "" });
    const terms: ComposeTerms = {
      receiverId: bio.userId,
      username: bio.username,
      name: bio.displayName ?? bio.username,
      avatarUrl: bio.avatarUrl,
      isOpen: bio.dmActive,
      awayUntil: bio.vacation && (bio.vacation.lastDay ?? "open"),
      dmType: bio.dmType,
      minimumPrice: bio.dmType === "FREE" ? null : (bio.price ?? "0.01"),
      currency: bio.currency,
      commissionRate: config.read(`creator.commission_${bio.level.toLowerCase() as Lowercase<typeof bio.level>}`),
      defaultHours: config.read("dm.timeout_hours"),
      smallestTopUp: Number(config.read("payment.topup_min")).toFixed(2),
      operator: site.name,
      socials: bio.socials,
    };
    const { name, minimumPrice, currency } = terms;
    return {
      title: t("page.compose.title", { name }),
      isListed: true,
      head: (
        <>
          {/* Search engines list the page of the creator in its place. */}
          <link rel="canonical" href={addressOf(bio, about)} />
          <meta name="description" content={descriptionOf(bio, about)} />
        </>
      ),
      data: { ...pageDataOf(about), compose: terms },
      main: (
        <Composing to={terms}>
          <noscript>
            {minimumPrice !== null && (
              <p>
                <Sentence of="page.compose.from" parts={{ amount: <Money amount={minimumPrice} currency={currency} /> }} />
              </p>
            )}
            <p class="notice warn">{t("page.frame.needsScript")}</p>
          </noscript>
          <Skeleton lines={6} />
        </Composing>
      ),
    };
  },
};
