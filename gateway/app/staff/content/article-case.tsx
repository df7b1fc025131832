import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { type Done, Toast } from "#gateway/ui/parts/toast.tsx";
import { Badge, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { ArticleStatus } from "#libs/contracts/content/help.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useQuery } from "../../ui/use-query.tsx";
import { keepFocus } from "../parts/keep-focus.ts";
import { askForMissingNames } from "../parts/names.ts";
import { Person } from "../parts/person.tsx";
import { unlessChanged } from "../parts/unless-changed.ts";
import { ARTICLE_STATES, type Article, articleOf, differences, FIELD_TEXTS, saveArticle, type TypedArticle, typedOf } from "./article.ts";
import { ArticleFields, categoriesOf } from "./article-fields.tsx";
import { DeleteArticle } from "./delete-article.tsx";
import { type RemovedPart, RemovedParts } from "./removed-parts.tsx";
import { SavedMeanwhile } from "./saved-meanwhile.tsx";
import { StoredHtml } from "./stored-html.tsx";
import { type Editing, useEditing } from "./use-editing.ts";

interface ArticleCaseProps {
  readonly item: Article;
  changed(): void;
}

const DONE = {
  DRAFT: "page.staffContent.isDraft",
  PUBLISHED: "page.staffContent.isPublished",
  ARCHIVED: "page.staffContent.isArchived",
} as const satisfies Record<ArticleStatus, unknown>;

/** One help article: its fields, its state, and how visitors see it. */
export function ArticleCase({ item, changed }: ArticleCaseProps): VNode {
  const { t } = useReader();
  const [done, setDone] = useState<Done | null>(null);
  const [removed, setRemoved] = useState<readonly RemovedPart[]>([]);
  const read = async () => {
    const now = await articleOf(item.id);
    await askForMissingNames([now.updatedBy]);
    return now;
  };
  const editing = useEditing({ item, read }, typedOf);
  const { base, typed } = editing;
  const save = async (status?: ArticleStatus) => {
    const saved = await saveArticle(item.id, typed, typedOf(base), status);
    await askForMissingNames([saved.updatedBy]);
    // The lines that are named are those of the text as it was typed, which therefore stays.
    editing.stored(saved, { ...typedOf(saved), content: typed.content });
    setRemoved(saved.removed ?? []);
    changed();
    if (status === undefined) return setDone({ text: t("page.settings.saved") });
    const undo = () => backTo(base.status, saved, typed).then(changed, changed);
    setDone({ text: t(DONE[status]), undo: () => void undo() });
  };
  return (
    <>
      <h1 tabIndex={-1}>
        <Name>{base.title}</Name>
      </h1>
      <About article={base} />
      <Editor article={base} editing={editing} save={(status) => editing.send(() => save(status))} removed={removed} />
      <Preview article={base} />
      <p class="actions">
        <a href={`/admin/content/articles/new?${new URLSearchParams({ from: base.id })}`}>{t("page.staffContent.translate")}</a>
      </p>
      <DeleteArticle article={base} />
      <Toast done={done} close={() => setDone(null)} />
    </>
  );
}

/** Undoes a change of state, unless the article was saved again since. */
async function backTo(status: ArticleStatus, { id, updatedAt }: Article, typed: TypedArticle): Promise<void> {
  const shown = { shown: updatedAt, ask: () => articleOf(id), versionOf: (now: Article) => now.updatedAt, changed: () => undefined };
  await unlessChanged(shown, () => saveArticle(id, typed, typed, status));
}

function About({ article: { status, slug, createdAt, updatedAt, updatedBy } }: { readonly article: Article }): VNode {
  const { t } = useReader();
  const { kind, text } = ARTICLE_STATES[status];
  const address = <bdi dir="ltr">/help/{slug}</bdi>;
  return (
    <Facts
      of={[
        [
          t("page.console.state"),
          <Badge key="state" kind={kind}>
            {t(text)}
          </Badge>,
        ],
        [t("page.links.address"), status === "PUBLISHED" ? <a href={`/help/${slug}`}>{address}</a> : address],
        [t("page.staffContent.made"), <Time key="made" at={createdAt} />],
        [
          t("page.staffContent.changed"),
          <span key="changed">
            <Time at={updatedAt} /> · <Person userId={updatedBy} />
          </span>,
        ],
      ]}
    />
  );
}

interface EditorProps {
  readonly article: Article;
  readonly editing: Editing<Article, TypedArticle>;
  readonly removed: readonly RemovedPart[];
  save(status?: ArticleStatus): Promise<unknown>;
}

function Editor({ article: { status, category }, editing, save, removed }: EditorProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const [isTouched, setTouched] = useState(false);
  // All categories are asked for when the reader comes near, not when the page opens.
  const categories = useQuery(String(isTouched), async () => (isTouched ? categoriesOf() : null));
  const touch = () => setTouched(true);
  const [wanted, setWanted] = useState<ArticleStatus | null>(null);
  const isTyped = differences(typedOf(editing.base), editing.typed).length > 0;
  const send = (next?: ArticleStatus) => {
    setWanted(next ?? null);
    void form.run(() => save(next)).then(keepFocus);
  };
  const to = (next: ArticleStatus, text: Parameters<typeof t>[0]) =>
    status !== next && (
      <Button busy={form.busy && wanted === next} onClick={() => send(next)}>
        {t(text)}
      </Button>
    );
  return (
    <div onFocusIn={touch} onPointerEnter={touch}>
      <Form form={form} onSend={() => send()}>
        {categories.error !== null && <ErrorNote error={categories.error} />}
        <ArticleFields typed={editing.typed} categories={categories.data ?? [category]} change={editing.change} />
        <Refused />
        <Meanwhile editing={editing} />
        <RemovedParts of={removed} />
        {status === "PUBLISHED" && <p class="hint">{t("page.staffContent.atOnce")}</p>}
        {status !== "PUBLISHED" && isTyped && <p class="hint">{t("page.staffContent.publishSaves")}</p>}
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy && wanted === null}>
            {t("page.settings.save")}
          </Button>
          {to("PUBLISHED", "page.staffContent.publish")}
          {status === "PUBLISHED" && to("ARCHIVED", "page.staffContent.archive")}
          {status !== "DRAFT" && to("DRAFT", "page.staffContent.toDraft")}
        </p>
      </Form>
    </div>
  );
}

/** What a colleague saved meanwhile, field by field. */
function Meanwhile({ editing: { base, meanwhile, change } }: Pick<EditorProps, "editing">): VNode | null {
  const { t } = useReader();
  if (meanwhile === null) return null;
  const now = typedOf(meanwhile);
  const theirs = differences(typedOf(base), now).map((field) => ({
    name: t(FIELD_TEXTS[field]),
    value: field === "isFeatured" ? (now.isFeatured ? "✓" : "–") : now[field],
    take: () => change({ [field]: now[field] }),
  }));
  const state = meanwhile.status === base.status ? [] : [meanwhile.status];
  const states = state.map((status) => ({ name: t("page.console.state"), value: t(ARTICLE_STATES[status].text), take: null }));
  return <SavedMeanwhile by={meanwhile.updatedBy} at={meanwhile.updatedAt} theirs={[...theirs, ...states]} />;
}

/** The article as visitors see what is stored. */
function Preview({ article: { title, content, locale } }: { readonly article: Article }): VNode {
  const { t } = useReader();
  return (
    <details data-preview>
      <summary>{t("page.staffContent.preview")}</summary>
      <p class="hint">{t("page.staffContent.previewHint")}</p>
      <article class="card" lang={locale}>
        <h2 dir="auto">{title}</h2>
        <StoredHtml html={content} />
      </article>
    </details>
  );
}
