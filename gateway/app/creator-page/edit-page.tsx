import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getBioPage } from "#libs/contracts/creator/bio.ts";
import { listLinks } from "#libs/contracts/creator/link.ts";
import { api } from "../client/api.ts";
import { ForCreators } from "../ui/for-creators.tsx";
import { MessageTerms, ownProfile } from "../ui/message-terms.tsx";
import { OwnAddress } from "../ui/share-address.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { EditAbout } from "./edit-about.tsx";
import { EditLinks } from "./edit-links.tsx";
import { PagePreview, shownPage } from "./page-preview.tsx";
import { SharePage } from "./share-page.tsx";

async function ownPage() {
  const profile = await ownProfile();
  const params = { creatorId: profile.id };
  const [page, links, shown] = await Promise.all([api.call(getBioPage, params), api.call(listLinks, params), shownPage(profile.username)]);
  return { profile, page, links, shown };
}

/** The editor of a creator's public page. */
export default function EditPage(): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.editor.title")}</h1>
      <ForCreators>
        <Editor />
      </ForCreators>
    </>
  );
}

function Editor(): VNode {
  const { t } = useReader();
  const query = useQuery("page", ownPage);
  return (
    <Loaded query={query}>
      {({ profile, page, links, shown }) => (
        <>
          <p>
            <OwnAddress username={profile.username} />
          </p>
          <div class="cols">
            <div>
              <EditLinks creatorId={profile.id} before={links} changed={query.reload} />
              <section aria-labelledby="about">
                <h2 id="about">{t("page.editor.about")}</h2>
                <EditAbout profile={profile} page={page} changed={query.reload} />
              </section>
              <section aria-labelledby="terms">
                <h2 id="terms">{t("page.settings.messages")}</h2>
                <MessageTerms profile={profile} kind="plain" changed={query.reload} />
              </section>
            </div>
            <div class="sticky">
              {shown && <PagePreview shown={shown} />}
              <SharePage username={profile.username} isPublished={page.published} isEmbedded={page.embedEnabled} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}
