import type { PageData } from "#gateway/ui/page-data.ts";

/** The data that the server put into the document; empty in a document of another shell. */
export const pageData = JSON.parse(document.getElementById("data")?.textContent ?? "{}") as Partial<PageData>;
