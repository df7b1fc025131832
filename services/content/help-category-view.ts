import type { HelpCategoryDoc } from "./data/help-category.model.ts";

/** A help category as editors see it. */
export function categoryView({ _id, createdAt, updatedAt, ...category }: HelpCategoryDoc) {
  return { id: _id, ...category, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
