import type { VNode } from "preact";
import { nameOf } from "#gateway/ui/creator/creator-name.ts";
import { offerOf } from "#gateway/ui/creator/offer.ts";
import { replyPromise } from "#gateway/ui/durations.ts";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import type { PublicBio } from "#libs/contracts/creator/index.ts";
import type { PageContext } from "../page.ts";

interface OfferProps {
  readonly creator: PublicBio;
  readonly about: PageContext;
}

/** The card beside the page on a wide screen. */
export function OfferCard({ creator, about }: OfferProps): VNode {
  const { t, config } = about;
  const offer = offerOf(creator, about);
  return (
    <aside class="offer card" aria-label={t("page.creator.message")}>
      <p class="price">{offer?.text ?? t("page.creator.closed")}</p>
      {offer?.isOpen && <Send creator={creator} about={about} />}
      {offer?.isPaid && (
        <>
          <p>{replyPromise(t, config.read("dm.timeout_hours"))}</p>
          <p>
            <Held creator={creator} about={about} />
          </p>
          <p class="hint">{t("page.home.noFees")}</p>
        </>
      )}
      {offer?.isOpen && offer.isPaid && (
        <details>
          <summary>{t("page.creator.how")}</summary>
          <p>{t("page.home.answered")}</p>
        </details>
      )}
      <img class="qr" src={`/${creator.username}/qr.svg`} width={128} height={128} alt={t("page.creator.qr")} loading="lazy" />
    </aside>
  );
}

/** Who has the money, and until when. */
function Held({ creator, about: { site } }: OfferProps): VNode {
  return <Sentence of="page.compose.held" parts={{ operator: <Name>{site.name}</Name>, name: <Name>{nameOf(creator)}</Name> }} />;
}

/** The bar at the bottom of a phone screen; absent while the creator accepts no messages. */
export function OfferBar({ creator, about }: OfferProps): VNode | null {
  const { t, config } = about;
  const offer = offerOf(creator, about);
  if (!offer) return null;
  return (
    <section class="action-bar" aria-label={t("page.creator.message")}>
      <span>{offer.text}</span>
      {offer.isOpen ? <Send creator={creator} about={about} /> : <Follow creator={creator} about={about} />}
      {offer.isPaid && (
        <p>
          <span class="hint">{replyPromise(t, config.read("dm.timeout_hours"))}</span>
          <Held creator={creator} about={about} />
        </p>
      )}
    </section>
  );
}

function Send({ creator, about: { t, config } }: OfferProps): VNode {
  if (config.isSwitchedOff("MESSAGING")) return <span class="muted">{t("page.creator.paused")}</span>;
  return (
    <a class="button primary" href={`/${creator.username}/message`} data-of={creator.creatorId} data-edit={t("page.links.edit")}>
      {t("page.creator.send")}
    </a>
  );
}

/** Links to the sign-in. For signed-in users the script of the page follows the creator without leaving the page. */
export function Follow({ creator, about: { t } }: OfferProps): VNode {
  return (
    <a
      class="button"
      href={`/login?next=${encodeURIComponent(`/${creator.username}`)}`}
      data-follow={creator.creatorId}
      data-following={t("page.creator.following")}
    >
      {t("page.creator.follow")}
    </a>
  );
}
