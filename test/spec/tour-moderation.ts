import { type Constellation, type CreatorPerson, dataOf, type Person } from "#test/support/constellation.ts";
import { eventually } from "#test/support/eventually.ts";
import type { Reply } from "#test/support/http.ts";
import { anotherAdmin } from "./tour-payouts.ts";

interface Parties {
  readonly system: Constellation;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
  readonly paid: CreatorPerson;
  readonly admin: Person;
}

/** Calls every route of moderation, so that it succeeds. */
export async function visitModeration(parties: Parties): Promise<void> {
  const { tour, admin } = parties;
  const rule = { name: "tour", pattern: "forbidden-word", category: "SPAM" };
  tour.set("messaging.createModerationRule", await admin.send("POST", "/admin/moderation/rules", rule));
  tour.set("messaging.listModerationRules", await admin.send("GET", "/admin/moderation/rules"));
  const { id } = dataOf<{ id: string }>(tour.get("messaging.createModerationRule") as Reply, 201);
  const held = await aHeldMessage(parties);
  await visitAppeal(held, parties);
  await visitReport(held, parties);
  tour.set("messaging.updateModerationRule", await admin.send("PATCH", `/admin/moderation/rules/${id}`, { active: false }));
}

/** The id of a message that a rule has flagged. */
function aHeldMessage({ fan, paid }: Parties): Promise<string> {
  const content = { receiverId: paid.userId, dmType: "SINGLE_PAY", price: "5.00", content: "a forbidden-word" };
  return eventually(async () => {
    const { messageId, status } = dataOf<{ messageId: string; status: string }>(await fan.send("POST", "/messages", content), 201);
    if (status !== "PENDING") throw new Error(`sent as ${status}`);
    return messageId;
  });
}

async function visitAppeal(held: string, { tour, fan, admin, system }: Parties): Promise<void> {
  const moderated = `/admin/moderation/messages/${held}`;
  tour.set("messaging.listModerationQueue", await admin.send("GET", "/admin/moderation/queue"));
  tour.set("messaging.getModeratedMessage", await admin.send("GET", moderated));
  tour.set("messaging.decideModeration", await admin.send("POST", `${moderated}/decide`, { decision: "REJECT", reason: "tour" }));
  tour.set("messaging.getStatementOfReasons", await fan.send("GET", `/messages/${held}/statement`));
  tour.set("messaging.appealModeration", await fan.send("POST", `/messages/${held}/appeal`, { reason: "tour" }));
  tour.set("messaging.listAppeals", await admin.send("GET", "/admin/moderation/appeals?status=OPEN"));
  const { appealId } = dataOf<{ appealId: string }>(tour.get("messaging.appealModeration") as Reply, 201);
  const other = await anotherAdmin(system, ["MODERATOR"]);
  const decision = { decision: "REVERSED", reason: "tour" };
  tour.set("messaging.decideAppeal", await other.send("POST", `/admin/moderation/appeals/${appealId}/decide`, decision));
}

async function visitReport(messageId: string, { tour, fan, admin }: Parties): Promise<void> {
  tour.set("messaging.reportMessage", await fan.send("POST", `/messages/${messageId}/report`, { category: "OTHER", comment: "tour" }));
  tour.set("messaging.listReports", await admin.send("GET", "/admin/moderation/reports?status=OPEN"));
  const { reportId } = dataOf<{ reportId: string }>(tour.get("messaging.reportMessage") as Reply, 201);
  const resolution = { resolution: "DISMISSED", reason: "tour" };
  tour.set("messaging.resolveReport", await admin.send("POST", `/admin/moderation/reports/${reportId}/resolve`, resolution));
}
