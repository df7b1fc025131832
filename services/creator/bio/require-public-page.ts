import { AppError } from "#libs/errors/app-error.ts";
import type { BioPageDoc } from "../data/bio-page.store.ts";
import type { Deps } from "../deps.ts";
import { isPublic } from "../domain/public-page.ts";
import { publicBioView } from "../views/public-bio-view.ts";

interface PublicPage {
  readonly page: BioPageDoc;
  /** The page as the public sees it. */
  readonly view: ReturnType<typeof publicBioView>;
}

/** The public page of a username in any letter case. Throws bio.error.not_found, also when the page is hidden. */
export async function requirePublicPage(
  deps: Pick<Deps, "bioPages" | "clock" | "links" | "packages" | "profiles" | "socials">,
  username: string,
): Promise<PublicPage> {
  const profile = await deps.profiles.findByUsername(username.toLowerCase());
  const page = profile && (await deps.bioPages.findByCreator(profile._id));
  if (!page || !isPublic({ ...profile, published: page.published })) throw new AppError("bio.error.not_found");
  const [offer, links, socials] = await Promise.all([
    deps.packages.findActive(profile._id),
    deps.links.listByCreator(profile._id),
    deps.socials.listByCreator(profile._id),
  ]);
  return { page, view: publicBioView({ profile, page, offer, links, socials, now: deps.clock.now() }) };
}
