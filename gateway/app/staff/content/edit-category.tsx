import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field, TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { createHelpCategory, updateHelpCategory } from "#libs/contracts/content/help.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useKey } from "../../ui/form/use-key.ts";
import { unlessChanged } from "../parts/unless-changed.ts";
import { staffApi } from "../staff-session.ts";
import { type Category, categoriesOf } from "./article-fields.tsx";
import { SavedMeanwhile } from "./saved-meanwhile.tsx";

const FIELD_TEXTS = {
  name: "page.settings.name",
  slug: "page.links.address",
  description: "page.staffContent.description",
  icon: "page.staffContent.icon",
  order: "page.staffContent.order",
} as const satisfies Record<string, TextKey>;

type Name = keyof typeof FIELD_TEXTS;
type Typed = Readonly<Record<Name, string>>;

const FIELDS = Object.keys(FIELD_TEXTS) as readonly Name[];

const typedOf = (category: Category | null): Typed => ({
  name: category?.name ?? "",
  slug: category?.slug ?? "",
  description: category?.description ?? "",
  icon: category?.icon ?? "",
  order: category === null ? "" : String(category.order),
});

function sentOf({ name, slug, description, icon, order }: Typed) {
  const orNull = (text: string) => (text.trim() === "" ? null : text);
  return { name, slug, description: orNull(description), icon: orNull(icon), ...(order.trim() !== "" && { order: Number(order) }) };
}

/** The fields of these names. Others stay what a colleague may have made them. */
const only = (fields: ReturnType<typeof sentOf>, names: readonly string[]): Partial<typeof fields> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

interface EditCategoryProps {
  /** Null: a new one. */
  readonly category: Category | null;
  done(): void;
  close(): void;
}

/** The fields of a category. One that a colleague changed meanwhile shows both values, and nothing is sent. */
export function EditCategory({ category, done, close }: EditCategoryProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const [typed, setTyped] = useState(() => typedOf(category));
  const keyed = useKey();
  const [latest, setLatest] = useState(category);
  const ask = async () => (category && (await categoriesOf()).find(({ id }) => id === category.id)) ?? latest;
  const shown = {
    shown: latest?.updatedAt,
    ask,
    versionOf: (now: Category | null) => now?.updatedAt,
    changed: (now: Category | null) => setLatest(now),
  };
  const send = async () => {
    const before = typedOf(category);
    const changed: readonly string[] = FIELDS.filter((name) => typed[name] !== before[name]);
    await keyed((idempotencyKey) =>
      category === null
        ? staffApi.call(createHelpCategory, sentOf(typed), { idempotencyKey })
        : staffApi.call(updateHelpCategory, { categoryId: category.id, ...only(sentOf(typed), changed) }, { idempotencyKey }),
    );
    close();
    done();
  };
  const change = (name: Name) => (event: { readonly currentTarget: { readonly value: string } }) => {
    const { value } = event.currentTarget;
    setTyped((before) => ({ ...before, [name]: value }));
  };
  const field = (name: Name) => ({ name, label: t(FIELD_TEXTS[name]), value: typed[name], onInput: change(name) });
  const now = typedOf(latest);
  const theirs = FIELDS.filter((name) => now[name] !== typedOf(category)[name]).map((name) => ({
    name: t(FIELD_TEXTS[name]),
    value: now[name],
    take: () => setTyped((before) => ({ ...before, [name]: now[name] })),
  }));
  return (
    <Dialog title={t(category === null ? "page.staffContent.newCategory" : "page.staffContent.editCategory")} onClose={close}>
      <Form form={form} onSend={() => form.run(() => unlessChanged(shown, send))}>
        <Field {...field("name")} required maxLength={100} dir="auto" />
        <Field {...field("slug")} required maxLength={100} dir="ltr" spellcheck={false} hint={t("page.staffContent.addressHint")} />
        <TextField {...field("description")} rows={2} maxLength={500} />
        <Field {...field("icon")} maxLength={100} />
        <Field {...field("order")} inputMode="numeric" dir="ltr" hint={t("page.staffContent.orderHint")} />
        <Refused />
        {latest !== null && latest !== category && <SavedMeanwhile by={null} at={latest.updatedAt} theirs={theirs} />}
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.settings.save")}
          </Button>
          <Button onClick={close}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}
