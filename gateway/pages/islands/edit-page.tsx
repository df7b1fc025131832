import type { VNode } from "preact";
import { dataOf } from "#libs/client/index.ts";
import { useReader } from "../parts/reader.tsx";
import { Loaded, useData } from "./data.tsx";
import { EditAbout } from "./edit-about.tsx";
import { EditLinks } from "./edit-links.tsx";
import { ForCreators } from "./for-creators.tsx";
import { MessageTerms, ownProfile } from "./message-terms.tsx";
import { PagePreview, shownPage } from "./page-preview.tsx";
import { OwnAddress } from "./share-address.tsx";
import { SharePage } from "./share-page.tsx";
import { api } from "./surroundings.ts";

async function ownPage() {
  const profile = await ownProfile();
  const params = { path: { creatorId: profile.id } };
  const [page, links, shown] = await Promise.all([
    dataOf(api.GET("/creators/{creatorId}/bio", { params })),
    dataOf(api.GET("/creators/{creatorId}/links", { params })),
    shownPage(profile.username),
  ]);
  return { profile, page, links, shown };
}

/** What visitors of a creator's page see, for the creator to change. */
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
  const asked = useData("page", ownPage);
  return (
    <Loaded asked={asked}>
      {({ profile, page, links, shown }) => (
        <>
          <p>
            <OwnAddress username={profile.username} />
          </p>
          <div class="columns">
            <div>
              <EditLinks creatorId={profile.id} before={links} changed={asked.reload} />
              <section aria-labelledby="about">
                <h2 id="about">{t("page.editor.about")}</h2>
                <EditAbout profile={profile} page={page} changed={asked.reload} />
              </section>
              <section aria-labelledby="terms">
                <h2 id="terms">{t("page.settings.messages")}</h2>
                <MessageTerms profile={profile} kind="plain" changed={asked.reload} />
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
