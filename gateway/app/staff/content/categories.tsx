import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { removeHelpCategory } from "#libs/contracts/content/help.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { Decision } from "../parts/decision.tsx";
import { useLooking } from "../parts/use-looking.ts";
import { staffApi } from "../staff-session.ts";
import { type Category, categoriesOf } from "./article-fields.tsx";
import { EditCategory } from "./edit-category.tsx";

type Open = { readonly what: "edit"; readonly category: Category | null } | { readonly what: "delete"; readonly category: Category };

/** The categories of help articles, in their order. */
export default function Categories(): VNode {
  const { t } = useReader();
  const query = useQuery("categories", categoriesOf);
  const [open, setOpen] = useState<Open | null>(null);
  useLooking(query.reload);
  const close = () => setOpen(null);
  return (
    <>
      <p class="actions">
        <a href="/admin/content">{t("page.help.title")}</a>
      </p>
      <h1 tabIndex={-1}>{t("page.console.helpCategories")}</h1>
      <p class="actions">
        <Button kind="primary" onClick={() => setOpen({ what: "edit", category: null })}>
          {t("page.staffContent.newCategory")}
        </Button>
      </p>
      <Loaded query={query}>
        {(all) => (
          <>
            {all.length === 0 && <Empty>{t("page.staffContent.noCategories")}</Empty>}
            <ul class="list" data-cases>
              {all.map((category) => (
                <CategoryRow
                  key={category.id}
                  category={category}
                  edit={() => setOpen({ what: "edit", category })}
                  remove={() => setOpen({ what: "delete", category })}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {open?.what === "edit" && <EditCategory category={open.category} done={query.reload} close={close} />}
      {open?.what === "delete" && <DeleteCategory category={open.category} done={query.reload} close={close} />}
    </>
  );
}

interface CategoryRowProps {
  readonly category: Category;
  edit(): void;
  remove(): void;
}

function CategoryRow({ category: { id, name, slug, order, articles }, edit, remove }: CategoryRowProps): VNode {
  const { t, formats } = useReader();
  return (
    <li data-id={id}>
      <div class="item">
        <span class="text">
          <bdi>{name}</bdi>
          <span class="hint">
            <bdi dir="ltr">{slug}</bdi>
            {` · ${t("page.staffContent.order")} ${formats.number(order)} · ${t("page.staffContent.articles", { number: formats.number(articles) })}`}
          </span>
          {articles > 0 && <span class="hint">{t("page.staffContent.inUse")}</span>}
        </span>
        <span class="end actions">
          <Button label={`${t("page.links.edit")}: ${name}`} onClick={edit}>
            {t("page.links.edit")}
          </Button>
          {articles === 0 && (
            <Button kind="danger" label={`${t("page.staffContent.delete")}: ${name}`} onClick={remove}>
              {t("page.staffContent.delete")}
            </Button>
          )}
        </span>
      </div>
    </li>
  );
}

interface DeleteCategoryProps {
  readonly category: Category;
  done(): void;
  close(): void;
}

function DeleteCategory({ category: { id, name, slug }, done, close }: DeleteCategoryProps): VNode {
  const { t } = useReader();
  return (
    <Decision
      id={["delete", id]}
      title={t("page.staffContent.deleteCategory")}
      verb={t("page.staffContent.delete")}
      kind="danger"
      facts={[
        [t("page.settings.name"), <Name key="name">{name}</Name>],
        [
          t("page.links.address"),
          <bdi key="address" dir="ltr">
            {slug}
          </bdi>,
        ],
      ]}
      reason={null}
      send={(_, idempotencyKey) => staffApi.call(removeHelpCategory, { categoryId: id }, { idempotencyKey })}
      meanwhile={() => Promise.resolve(null)}
      {...{ done, close }}
    >
      <Sentence of="page.staffContent.deleteCategorySure" parts={{ name: <Name>{name}</Name> }} />
    </Decision>
  );
}
