import type { VNode } from "preact";
import type { PageContext } from "./page.ts";

/** What search engines and messengers say about a page of the site. @param path its canonical path */
export function SiteHead({
  title,
  description,
  path,
  site,
}: { readonly title: string; readonly description: string; readonly path: string } & Pick<PageContext, "site">): VNode {
  const address = `${site.publicHost}${path}`;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={site.name} />
    </>
  );
}
