import type { Model, QueryFilter } from "mongoose";

/** Removes up to so many of the matching rows; how many they were. A bite at a time, so that no command runs for minutes. */
export async function removeUpTo<T>(model: Model<T>, filter: QueryFilter<T>, limit: number): Promise<number> {
  const found = await model.find(filter, { _id: 1 }).limit(limit).lean<{ _id: string }[]>();
  const { deletedCount } = await model.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  return deletedCount;
}
