import type { Permission } from "#libs/policies/permissions.ts";
import type { AppPage } from "../ui/app-page.ts";

/** Address and permissions that a staff page receives. */
export interface StaffPage extends AppPage {
  /** Whether the signed-in user has a permission. Pages hide actions that the user may not take. */
  may(permission: Permission): boolean;
}
