import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice, Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { go } from "../../client/navigation.ts";
import { Form } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { addressOf, beginningOf, type Cases, OBJECT_ID, type SearchFilter, type View } from "./cases-of.ts";

interface SearchProps {
  readonly of: Pick<Cases<never>, "path" | "tabs" | "filters" | "search">;
  readonly view: View;
  readonly filters: readonly SearchFilter[];
}

/** The filters of a list that are typed or chosen. They stand in the address, and a pasted id opens its object. */
export function Search({ of, view, filters }: SearchProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const find = (fields: FormData) => {
    const written = filters.map(({ name }) => [name, String(fields.get(name) ?? "").trim()] as const).filter(([, text]) => text !== "");
    const id = written.map(([, text]) => text).find((text) => OBJECT_ID.test(text));
    const others = (of.filters ?? []).flatMap((name) => (view.filters[name] === undefined ? [] : [[name, view.filters[name]] as const]));
    const found = beginningOf(view, { filters: Object.fromEntries([...others, ...written]) });
    go(id === undefined ? addressOf(of, found) : addressOf(of, beginningOf(view), id.toLowerCase()));
  };
  return (
    <search>
      <Form form={form} class="filters" onSend={find}>
        {filters.map((filter) => (
          <Filter key={filter.name} filter={filter} value={view.filters[filter.name] ?? ""} />
        ))}
        <Button type="submit">{t("page.discover.find")}</Button>
      </Form>
    </search>
  );
}

function Filter({
  filter: { name, label, minLength, options, none = "page.console.showAll" },
  value,
}: {
  readonly filter: SearchFilter;
  readonly value: string;
}): VNode {
  const { t } = useReader();
  if (!options)
    return <Field label={t(label)} {...{ name, value }} {...(minLength !== undefined && { minLength })} type="search" spellcheck={false} />;
  const offered = Object.entries(options).map(([option, text]) => ({ value: option, text: t(text) }));
  // An address may have a value without a text.
  const own = value === "" || Object.hasOwn(options, value) ? [] : [{ value, text: value }];
  return <Choice label={t(label)} {...{ name, value }} options={[{ value: "", text: t(none) }, ...offered, ...own]} />;
}
