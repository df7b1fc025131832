import type { VNode } from "preact";
import { AboutCreator } from "#gateway/ui/creator/about-creator.tsx";
import { offerOf } from "#gateway/ui/creator/offer.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { templateOf } from "#gateway/ui/templates.ts";
import { getPublicBio } from "#libs/contracts/creator/bio.ts";
import { api } from "../client/api.ts";
import { orNull } from "../client/or-null.ts";

const bioOf = (username: string) => api.call(getPublicBio, { username });

/** The creator as visitors see it; null: the page is hidden. */
export const shownPage = (username: string) => orNull(bioOf(username), 404);

/** Preview of a creator's page, beside the editor on wide screens. Its links are inert; the editor links to the real page. */
export function PagePreview({ shown }: { readonly shown: NonNullable<Awaited<ReturnType<typeof shownPage>>> }): VNode {
  const { t, formats } = useReader();
  const offer = offerOf(shown, { t, formats });
  return (
    <section class="previewed" aria-hidden="true" inert>
      <h2>{t("page.editor.preview")}</h2>
      <div class="page-preview" data-template={templateOf(shown.templateId)}>
        <AboutCreator creator={shown} about={{ t, formats }} isPreview />
        <p class="actions">
          <span>{offer?.text ?? t("page.creator.closed")}</span>
          {offer?.isOpen && <span class="button primary">{t("page.creator.send")}</span>}
        </p>
      </div>
    </section>
  );
}
