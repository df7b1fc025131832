import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";

interface SearchProps {
  /** Path of the page with the results. */
  readonly action: string;
  readonly label: string;
  readonly value?: string;
  /** Beside a heading: the field itself shows its label. */
  readonly isBeside?: boolean;
}

/** A search field, sent as the parameter `q`. */
export function SearchForm({ action, label, value = "", isBeside = false }: SearchProps): VNode {
  return (
    <search>
      <form method="get" action={action} class="row">
        <label for="q" class={isBeside ? "visually-hidden" : undefined}>
          {label}
        </label>
        <input id="q" name="q" type="search" autocomplete="off" dir="auto" value={value} placeholder={isBeside ? label : undefined} />
        <button type="submit">{useReader().t("page.discover.find")}</button>
      </form>
    </search>
  );
}
