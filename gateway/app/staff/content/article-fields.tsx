import type { VNode } from "preact";
import { Choice, Field, TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { listEditedCategories } from "#libs/contracts/content/help.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { staffApi } from "../staff-session.ts";
import { FIELD_TEXTS, type TypedArticle } from "./article.ts";

export const categoriesOf = () => staffApi.call(listEditedCategories);

export type Category = Awaited<ReturnType<typeof categoriesOf>>[number];

interface ArticleFieldsProps {
  readonly typed: TypedArticle;
  readonly categories: readonly Pick<Category, "slug" | "name">[];
  change(fields: Partial<TypedArticle>): void;
}

/** The fields of a help article, named like those of the interface. */
export function ArticleFields({ typed, categories, change }: ArticleFieldsProps): VNode {
  const { t, locale } = useReader();
  const languages = new Intl.DisplayNames([locale], { type: "language" });
  const texts = (field: "title" | "slug" | "excerpt" | "content" | "icon" | "readTimeMinutes") => ({
    name: field,
    label: t(FIELD_TEXTS[field]),
    value: typed[field],
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => change({ [field]: event.currentTarget.value }),
  });
  return (
    <>
      <Field {...texts("title")} required maxLength={200} dir="auto" />
      <Field {...texts("slug")} required maxLength={100} dir="ltr" spellcheck={false} hint={t("page.staffContent.addressHint")} />
      <Choice
        label={t(FIELD_TEXTS.category)}
        name="category"
        value={typed.category}
        options={categories.map(({ slug, name }) => ({ value: slug, text: name }))}
        onChange={(event) => change({ category: event.currentTarget.value })}
      />
      <Choice
        label={t(FIELD_TEXTS.locale)}
        name="locale"
        value={typed.locale}
        options={LOCALES.map((value) => ({ value, text: languages.of(value) ?? value }))}
        onChange={(event) => change({ locale: event.currentTarget.value as Locale })}
      />
      <TextField {...texts("excerpt")} rows={2} maxLength={500} />
      <TextField {...texts("content")} required rows={16} maxLength={100_000} hint={t("page.staffContent.htmlHint")} />
      <Field {...texts("icon")} maxLength={100} />
      <Field {...texts("readTimeMinutes")} inputMode="numeric" dir="ltr" />
      <label class="option">
        <input type="checkbox" checked={typed.isFeatured} onChange={(event) => change({ isFeatured: event.currentTarget.checked })} />
        {t(FIELD_TEXTS.isFeatured)}
      </label>
    </>
  );
}
