import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { userFields } from "../domain/user.ts";

export const users = defineCollection({
  name: "users",
  fields: userFields,
  indexes: [
    { name: "one_per_address", key: { email: 1 }, unique: true },
    { name: "one_per_username", key: { username: 1 }, unique: true, partialFilterExpression: { username: { $gt: "" } } },
    { name: "staff", key: { roles: 1 } },
    { name: "newest_of_status", key: { status: 1, _id: -1 } },
  ],
});

/** Part of a filter: the tombstone of a deleted account does not count as a user. */
export const NOT_DELETED = { status: { $ne: "DELETED" } } as const;
