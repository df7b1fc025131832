import type { VNode } from "preact";
import { useReader } from "../parts/reader.tsx";

/** The page of a list that an address names, from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

interface PagesProps {
  readonly list: { readonly page: number; readonly totalPages: number };
  readonly path: string;
}

/** Ways to the pages before and after this one; nothing when there is only one. */
export function Pages({ list: { page, totalPages }, path }: PagesProps): VNode | null {
  const { t } = useReader();
  if (totalPages <= 1) return null;
  return (
    <nav class="actions" aria-label={t("page.list.pages")}>
      {page > 1 && <a href={`${path}?page=${page - 1}`}>{t("page.list.newer")}</a>}
      {page < totalPages && <a href={`${path}?page=${page + 1}`}>{t("page.list.older")}</a>}
    </nav>
  );
}
