import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface ModerationTour {
  readonly system: TestSystem;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
  readonly paid: CreatorPerson;
  readonly admin: Person;
}

/** Calls the routes of moderation, so that each succeeds once. */
export async function visitModeration(context: ModerationTour): Promise<void> {
  const { tour, admin } = context;
  const rule = { name: "tour", pattern: "forbidden-word", category: "SPAM" };
  tour.set("messaging.createModerationRule", await admin.send("POST", "/admin/moderation/rules", rule));
  tour.set("messaging.listModerationRules", await admin.send("GET", "/admin/moderation/rules"));
  const { id } = dataOf<{ id: string }>(tour.get("messaging.createModerationRule") as Reply, 201);
  const held = await sendHeldMessage(context);
  await visitAppeal(held, context);
  await visitReport(held, context);
  tour.set("messaging.updateModerationRule", await admin.send("PATCH", `/admin/moderation/rules/${id}`, { active: false }));
}

/** Sends a message that a rule flags; returns its id. */
function sendHeldMessage({ fan, paid }: ModerationTour): Promise<string> {
  const content = { receiverId: paid.userId, dmType: "SINGLE_PAY", price: "5.00", content: "a forbidden-word" };
  return eventually(async () => {
    const { messageId, status } = dataOf<{ messageId: string; status: string }>(await fan.send("POST", "/messages", content), 201);
    if (status !== "PENDING") throw new Error(`sent as ${status}`);
    return messageId;
  });
}

async function visitAppeal(held: string, { tour, fan, admin, system }: ModerationTour): Promise<void> {
  const moderated = `/admin/moderation/messages/${held}`;
  tour.set("messaging.listModerationQueue", await admin.send("GET", "/admin/moderation/queue"));
  tour.set("messaging.getModeratedMessage", await admin.send("GET", moderated));
  tour.set("messaging.decideModeration", await admin.send("POST", `${moderated}/decide`, { decision: "REJECT", reason: "tour" }));
  tour.set("messaging.getStatementOfReasons", await fan.send("GET", `/messages/${held}/statement`));
  tour.set("messaging.appealModeration", await fan.send("POST", `/messages/${held}/appeal`, { reason: "tour" }));
  tour.set("messaging.listAppeals", await admin.send("GET", "/admin/moderation/appeals?status=OPEN"));
  const { appealId } = dataOf<{ appealId: string }>(tour.get("messaging.appealModeration") as Reply, 201);
  const other = await newAdmin(system, "MODERATOR");
  const decision = { decision: "REVERSED", reason: "tour" };
  tour.set("messaging.decideAppeal", await other.send("POST", `/admin/moderation/appeals/${appealId}/decide`, decision));
}

async function visitReport(messageId: string, { tour, fan, admin }: ModerationTour): Promise<void> {
  tour.set("messaging.reportMessage", await fan.send("POST", `/messages/${messageId}/report`, { category: "OTHER", comment: "tour" }));
  tour.set("messaging.listReports", await admin.send("GET", "/admin/moderation/reports?status=OPEN"));
  const { reportId } = dataOf<{ reportId: string }>(tour.get("messaging.reportMessage") as Reply, 201);
  const resolution = { resolution: "DISMISSED", reason: "tour" };
  tour.set("messaging.resolveReport", await admin.send("POST", `/admin/moderation/reports/${reportId}/resolve`, resolution));
}
