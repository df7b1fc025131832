import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Name } from "#gateway/ui/parts/values.tsx";
import { removeHelpArticle } from "#libs/contracts/content/help.ts";
import { giveUpUnsaved } from "../../client/browser/unsaved.ts";
import { go } from "../../client/navigation.ts";
import { Decision } from "../parts/decision.tsx";
import { staffApi } from "../staff-session.ts";
import { ARTICLE_STATES, type Article } from "./article.ts";

/** Deletes an article after its title and address were named. */
export function DeleteArticle({ article: { id, title, slug, status } }: { readonly article: Article }): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const { kind, text } = ARTICLE_STATES[status];
  const left = () => {
    giveUpUnsaved();
    go("/admin/content");
  };
  return (
    <>
      <p class="actions">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {t("page.staffContent.delete")}
        </Button>
      </p>
      {isOpen && (
        <Decision
          id={["delete", id]}
          title={t("page.staffContent.deleteArticle")}
          verb={t("page.staffContent.delete")}
          kind="danger"
          facts={[
            [t("page.links.title"), <Name key="title">{title}</Name>],
            [
              t("page.links.address"),
              <bdi key="address" dir="ltr">
                /help/{slug}
              </bdi>,
            ],
            [
              t("page.console.state"),
              <Badge key="state" kind={kind}>
                {t(text)}
              </Badge>,
            ],
          ]}
          reason={null}
          send={(_, idempotencyKey) => staffApi.call(removeHelpArticle, { articleId: id }, { idempotencyKey })}
          meanwhile={() => Promise.resolve(null)}
          done={left}
          close={() => setOpen(false)}
        >
          <Sentence of="page.staffContent.deleteArticleSure" parts={{ title: <Name>{title}</Name> }} />
        </Decision>
      )}
    </>
  );
}
