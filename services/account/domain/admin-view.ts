import { permissionsOf } from "#libs/contract-kit/roles.ts";
import type { User } from "./user.ts";

/** An administrator as the interface shows one. */
export function adminView({ _id: id, email, roles }: User) {
  return { id, email, roles: [...roles], permissions: permissionsOf(roles) };
}
