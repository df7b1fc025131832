import type { Collection, Filter } from "#libs/platform/mongo/collection.ts";

/** Deletes up to `limit` matching rows and returns the number deleted. The limit makes each command short, however many rows match. */
export async function deleteUpTo<T extends { readonly _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  limit: number,
): Promise<number> {
  const found = await collection.find<{ readonly _id: string }>(filter, { projection: { _id: 1 }, limit });
  const { deletedCount } = await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } } as Filter<T>);
  return deletedCount;
}
