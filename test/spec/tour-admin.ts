import { type AdminBrowser, adminLogin, openAdminBrowser } from "#test/support/admin-browser.ts";
import type { Constellation, Person } from "#test/support/constellation.ts";
import type { Tour } from "./tour.ts";

/** Visits the routes of admin sessions. */
export async function visitAdmin({ tour, system, admin }: { tour: Tour; system: Constellation; admin: Person }): Promise<void> {
  tour.set("account.adminLogin", await adminLogin(system, admin));
  const browser: AdminBrowser = await openAdminBrowser(system, admin);
  tour.set("account.getAdmin", await browser.send("GET", "/admin/auth/me"));
  tour.set("account.getCsrfToken", await browser.send("GET", "/admin/auth/csrf"));
  tour.set("config.listAdminTrail", await browser.send("GET", "/admin/audit?days=1&limit=5"));
  tour.set("account.listAllGdprRequests", await browser.send("GET", "/admin/gdpr/requests?type=DELETION&limit=5"));
  tour.set("account.adminLogout", await browser.send("POST", "/admin/auth/logout"));
}
