import { type AdminBrowser, adminLogin, openAdminBrowser } from "../support/admin-browser.ts";
import { headOfStream } from "../support/event-source.ts";
import type { Person, TestSystem } from "../support/test-system.ts";
import type { Tour } from "./tour.ts";

/** Calls the routes of admin sessions and of the admin trail, so that each succeeds once. */
export async function visitAdmin({ tour, system, admin }: { tour: Tour; system: TestSystem; admin: Person }): Promise<void> {
  tour.set("account.adminLogin", await adminLogin(system, admin));
  const browser: AdminBrowser = await openAdminBrowser(system, admin);
  tour.set("account.getAdmin", await browser.send("GET", "/admin/auth/me"));
  tour.set("account.getCsrfToken", await browser.send("GET", "/admin/auth/csrf"));
  tour.set("config.listAdminTrail", await browser.send("GET", "/admin/audit?days=1&limit=5"));
  tour.set("config.listAlarms", await browser.send("GET", "/admin/alarms"));
  tour.set("config.getOverview", await browser.send("GET", "/admin/overview"));
  tour.set("config.streamOverview", await headOfStream(`${system.base}/api/v1/admin/stream`, { cookie: browser.cookie }));
  tour.set("config.lookUp", await browser.send("GET", `/admin/lookup?id=${admin.userId}`));
  tour.set("account.listAllGdprRequests", await browser.send("GET", "/admin/gdpr/requests?type=DELETION&limit=5"));
  tour.set("account.listUsers", await browser.send("GET", "/admin/users?limit=5"));
  tour.set("account.getUser", await browser.send("GET", `/admin/users/${admin.userId}`));
  tour.set("account.listNames", await browser.send("GET", `/admin/names?ids=${admin.userId}`));
  tour.set("account.listRoles", await browser.send("GET", "/admin/roles"));
  tour.set("account.adminStepUp", await browser.send("POST", "/admin/auth/step-up", { password: admin.password }));
  tour.set("account.adminAskForPasskey", await browser.send("POST", "/admin/auth/passkeys/options"));
  tour.set("account.adminLogout", await browser.send("POST", "/admin/auth/logout"));
}
