import { uuid } from "#libs/kernel/ids.ts";
import { openAdminBrowser } from "../support/admin-browser.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, type TestSystem } from "../support/test-system.ts";
import type { Tour } from "./tour.ts";

/** Calls the routes about the staff and about sessions of others, so that each succeeds once. */
export async function visitStaff({ tour, system, admin }: { tour: Tour; system: TestSystem; admin: Person }): Promise<void> {
  const email = `staff-${uuid().slice(-12)}@example.org`;
  const password = "the password of a colleague";
  const invite = () => admin.send("POST", "/admin/staff/invitations", { email, roles: ["ANALYST"] });
  const { invitationId } = dataOf<{ invitationId: string }>(await invite(), 201);
  tour.set("account.listInvitations", await admin.send("GET", "/admin/staff/invitations"));
  tour.set("account.revokeInvitation", await admin.send("DELETE", `/admin/staff/invitations/${invitationId}`));
  tour.set("account.inviteStaff", await invite());
  const token = await system.mailedToken(email, "staff_invitation");
  tour.set(
    "account.acceptInvitation",
    await system.send("POST", "/auth/invitations/accept", { body: { token, password, acceptTerms: true } }),
  );
  const { userId } = dataOf<{ userId: string }>(tour.get("account.acceptInvitation") as Reply, 201);
  tour.set("account.listStaff", await admin.send("GET", "/admin/staff"));
  await visitSessions({ tour, system, admin }, { email, password, userId });
  const change = { roles: ["EDITOR"], reason: "tour" };
  tour.set("account.setStaffRoles", await admin.send("PUT", `/admin/staff/${userId}/roles`, change));
  tour.set("account.removeStaff", await admin.send("POST", `/admin/staff/${userId}/remove`, { reason: "tour" }));
}

async function visitSessions(
  { tour, system, admin }: { tour: Tour; system: TestSystem; admin: Person },
  colleague: Pick<Person, "email" | "password" | "userId">,
): Promise<void> {
  const [browser, other] = [await openAdminBrowser(system, colleague), await openAdminBrowser(system, colleague)];
  tour.set("account.listAdminSessions", await browser.send("GET", "/admin/auth/sessions"));
  const sessions = dataOf<{ id: string; current: boolean }[]>(await other.send("GET", "/admin/auth/sessions"), 200);
  const own = sessions.find(({ current }) => current);
  tour.set("account.revokeAdminSession", await browser.send("DELETE", `/admin/auth/sessions/${own?.id}`));
  const path = `/admin/users/${colleague.userId}/sessions`;
  tour.set("account.listUserSessions", await admin.send("GET", path));
  tour.set("account.revokeUserSessions", await admin.send("POST", `${path}/revoke`, { reason: "tour" }));
}
