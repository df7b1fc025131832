import type { VNode } from "preact";
import { nameOf } from "#gateway/ui/creator/creator-name.ts";
import { offerOf } from "#gateway/ui/creator/offer.ts";
import type { PublicBio } from "#libs/contracts/creator/index.ts";
import type { PageContext } from "../page.ts";

/** Size of the link preview image in pixels. */
export const CARD = { width: 1_200, height: 630 } as const;

interface HeadProps {
  readonly creator: PublicBio;
  readonly about: PageContext;
}

/** Metadata for search engines and link previews. */
export function CreatorHead({ creator, about }: HeadProps): VNode {
  const { username } = creator;
  const name = nameOf(creator);
  const address = addressOf(creator, about);
  const description = descriptionOf(creator, about);
  return (
    <>
      <link rel="canonical" href={address} />
      {creator.socials.map(({ url }) => url !== null && <link key={url} rel="me" href={url} />)}
      <meta name="description" content={description} />
      <meta property="og:type" content="profile" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={about.site.name} />
      <meta property="og:image" content={`${address}/card.png`} />
      <meta property="og:image:width" content={String(CARD.width)} />
      <meta property="og:image:height" content={String(CARD.height)} />
      <meta property="profile:username" content={username} />
      <meta name="twitter:card" content="summary_large_image" />
      <StructuredData creator={creator} about={about} />
    </>
  );
}

export function addressOf({ username }: PublicBio, { site }: PageContext): string {
  return `${site.publicHost}/${username}`;
}

/** The headline, and the price of a message. */
export function descriptionOf(creator: PublicBio, about: PageContext): string {
  const { t, formats } = about;
  const offer = offerOf(creator, about);
  const price = formats.money(creator.price ?? "0.00", creator.currency);
  const promise = offer?.isPaid ? t("page.creator.promise", { price }) : offer?.text;
  return [creator.headline, promise].filter(Boolean).join(" · ") || about.site.tagline;
}

/**
 * A ProfilePage of schema.org. It is data and no script, so the content security policy permits it. `<` is escaped, so no value can close
 * the element.
 */
function StructuredData({ creator, about }: HeadProps): VNode {
  const { headline, bio, username, socials } = creator;
  const data = {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url: addressOf(creator, about),
    mainEntity: {
      "@type": "Person",
      name: nameOf(creator),
      alternateName: username,
      description: headline ?? bio,
      sameAs: socials.flatMap(({ url }) => (url === null ? [] : [url])),
    },
  };
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
