import { getUser } from "#libs/contracts/account/users.ts";
import { staffApi } from "../staff-session.ts";

/** A user by id. The audit log records the look. */
export const userOf = (userId: string) => staffApi.call(getUser, { userId });

export type User = Awaited<ReturnType<typeof userOf>>;
