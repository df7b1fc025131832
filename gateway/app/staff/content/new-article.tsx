import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { createHelpArticle } from "#libs/contracts/content/help.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { guardUnsaved } from "../../client/browser/unsaved.ts";
import { go } from "../../client/navigation.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useKey } from "../../ui/form/use-key.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { keepFocus } from "../parts/keep-focus.ts";
import { staffApi } from "../staff-session.ts";
import { type Article, articleOf, sentOf, type TypedArticle, typedOf } from "./article.ts";
import { ArticleFields, type Category, categoriesOf } from "./article-fields.tsx";
import { type RemovedPart, RemovedParts } from "./removed-parts.tsx";

/** A new help article, or the translation of another one. It is a draft until it is published. */
export default function NewArticle({ query }: AppPage): VNode {
  const { t } = useReader();
  const from = query.get("from");
  const loaded = useQuery(`new ${from}`, async () => {
    const [categories, original] = await Promise.all([categoriesOf(), from === null ? null : articleOf(from)]);
    return { categories, original };
  });
  return (
    <>
      <p class="actions">
        <a href="/admin/content">{t("page.help.title")}</a>
      </p>
      <h1 tabIndex={-1}>{t("page.staffContent.newArticle")}</h1>
      <Loaded query={loaded}>
        {({ categories, original }) =>
          categories.length === 0 ? (
            <Empty action={<a href="/admin/content/categories">{t("page.console.helpCategories")}</a>}>
              {t("page.staffContent.noCategories")}
            </Empty>
          ) : (
            <Draft categories={categories} original={original} />
          )
        }
      </Loaded>
    </>
  );
}

interface DraftProps {
  readonly categories: readonly Category[];
  /** The article to translate; null: there is none. */
  readonly original: Article | null;
}

function Draft({ categories, original }: DraftProps): VNode {
  const { t, locale } = useReader();
  const form = useForm();
  const [blank] = useState<TypedArticle>({
    ...{ title: "", slug: "", excerpt: "", content: "", icon: "", readTimeMinutes: "", isFeatured: false },
    ...{ category: categories[0]?.slug ?? "", locale },
    // Title and text stand there to be overwritten; an address is that of one article.
    ...(original && { ...typedOf(original), slug: "", locale: languageAfter(original.locale, locale) }),
  });
  const [typed, setTyped] = useState(blank);
  const keyed = useKey();
  const [made, setMade] = useState<{ readonly id: string; readonly removed: readonly RemovedPart[] } | null>(null);
  const isUnsaved = useRef(false);
  isUnsaved.current = made === null && JSON.stringify(typed) !== JSON.stringify(blank);
  useEffect(() => guardUnsaved(() => isUnsaved.current), []);
  const send = async () => {
    const article = { ...sentOf(typed), status: "DRAFT" } as const;
    const { id, removed = [] } = await keyed((idempotencyKey) => staffApi.call(createHelpArticle, article, { idempotencyKey }));
    isUnsaved.current = false;
    setMade({ id, removed });
    if (removed.length === 0) go(`/admin/content/articles/${id}`, "replace");
  };
  if (made !== null)
    return (
      <>
        <RemovedParts of={made.removed} />
        <p class="actions">
          <a href={`/admin/content/articles/${made.id}`}>{t("page.staffContent.openArticle")}</a>
        </p>
      </>
    );
  return (
    <Form form={form} onSend={() => form.run(send).then(keepFocus)}>
      <ArticleFields typed={typed} categories={categories} change={(fields) => setTyped((before) => ({ ...before, ...fields }))} />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.settings.save")}
        </Button>
      </p>
    </Form>
  );
}

/** The language to translate into: that of the reader, or another one when the article has it already. */
const languageAfter = (original: Locale, own: Locale): Locale =>
  own !== original ? own : (LOCALES.find((each) => each !== original) ?? own);
