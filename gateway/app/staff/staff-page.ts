import type { Permission } from "#libs/policies/permissions.ts";
import type { AppPage } from "../ui/app-page.ts";

/** What a page for staff knows about its address and its reader. */
export interface StaffPage extends AppPage {
  /** Whether whoever is signed in may do something. What one may not do is not shown. */
  may(permission: Permission): boolean;
}
