import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";

/** The page number in the address, from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

interface PagesProps {
  readonly list: { readonly page: number; readonly totalPages: number };
  /** Path of the list, with its filters. */
  readonly path: string;
  readonly oldestFirst?: true;
}

/** Links to the previous and the next page; nothing for a single page. */
export function Pages({ list: { page, totalPages }, path, oldestFirst }: PagesProps): VNode | null {
  const { t } = useReader();
  if (totalPages <= 1) return null;
  const addressOf = (number: number) => `${path}${path.includes("?") ? "&" : "?"}page=${number}`;
  return (
    <nav class="actions" aria-label={t("page.list.pages")}>
      {page > 1 && <a href={addressOf(page - 1)}>{t(oldestFirst ? "page.list.previous" : "page.list.newer")}</a>}
      {page < totalPages && <a href={addressOf(page + 1)}>{t(oldestFirst ? "page.list.next" : "page.list.older")}</a>}
    </nav>
  );
}
