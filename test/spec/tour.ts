import sharp from "sharp";
import { uuid } from "#libs/kernel/ids.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";
import { visitAccountProviders } from "./tour-account-providers.ts";
import { visitAdmin } from "./tour-admin.ts";
import { visitAnalytics } from "./tour-analytics.ts";
import { visitContent } from "./tour-content.ts";
import { visitAudience } from "./tour-creator.ts";
import { visitCreatorBio } from "./tour-creator-bio.ts";
import { visitGdpr } from "./tour-gdpr.ts";
import { visitLeaving } from "./tour-leaving.ts";
import { visitModeration } from "./tour-moderation.ts";
import { visitMoneyBack } from "./tour-money-back.ts";
import { visitNotifications } from "./tour-notification.ts";
import { visitPayments } from "./tour-payments.ts";
import { visitPayouts } from "./tour-payouts.ts";
import { visitSecondFactors } from "./tour-second-factors.ts";
import { visitStaff } from "./tour-staff.ts";
import { visitWebhooks } from "./tour-webhook.ts";

/** The reply of each route to one call, by contract name. */
export type Tour = Map<string, Reply>;

interface TourDeps {
  readonly system: TestSystem;
  readonly tour: Tour;
  readonly fan: Person;
  readonly free: CreatorPerson;
  readonly paid: CreatorPerson;
  readonly admin: Person;
}

/** Calls every route once, with valid parameters. */
export async function takeTour(system: TestSystem): Promise<Tour> {
  const [fan, free, paid, admin] = await Promise.all([
    system.newFan("50.00"),
    system.newCreator(),
    system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
    system.admin(),
  ]);
  const deps: TourDeps = { system, tour: new Map(), fan, free, paid, admin };
  await visitMoney(deps);
  await visitPayouts(deps);
  await visitMoneyBack(deps);
  await visitMessages(deps);
  await visitModeration(deps);
  await visitNotifications(deps);
  await visitCreators(deps);
  await visitCreatorBio(deps);
  await visitAudience(deps);
  await visitAnalytics(deps);
  await visitContent(deps);
  await visitWebhooks(deps);
  await visitAdmin(deps);
  await visitStaff(deps);
  await visitConfig(deps);
  await visitAccount(deps);
  await visitSecondFactors(deps.tour, system);
  await visitAccountProviders(deps);
  await visitGdpr(deps.tour, system);
  await visitLeaving(deps.tour, system, admin);
  return deps.tour;
}

async function visitMoney({ tour, fan, admin, system }: TourDeps): Promise<void> {
  const headers = { "idempotency-key": uuid() };
  tour.set("wallet.createTopUp", await fan.send("POST", "/wallet/topups", { amount: "10.00" }, { headers }));
  const { topupId } = (tour.get("wallet.createTopUp") as Reply).body.data as { topupId: string };
  tour.set("wallet.listTopUps", await fan.send("GET", "/wallet/topups?status=PENDING"));
  tour.set("wallet.getTopUp", await fan.send("GET", `/wallet/topups/${topupId}`));
  tour.set("wallet.confirmTopUp", await fan.send("POST", `/wallet/topups/${topupId}/confirm`, {}));
  const other = await fan.send("POST", "/wallet/topups", { amount: "10.00" }, { headers: { "idempotency-key": uuid() } });
  const reference = `sandbox:${(other.body.data as { topupId: string }).topupId}`;
  tour.set("wallet.decideSandboxPayment", await fan.send("POST", `/payments/sandbox/${reference}`, { outcome: "SUCCEEDED" }));
  await visitPayments({ tour, fan, admin, system });
  tour.set("wallet.getWallet", await fan.send("GET", "/wallet"));
  tour.set("wallet.listAdminWallets", await admin.send("GET", `/admin/wallets/${fan.userId}`));
  tour.set("wallet.listAdminTransactions", await admin.send("GET", `/admin/wallets/${fan.userId}/transactions`));
  tour.set("wallet.setFrozen", await admin.send("PATCH", `/admin/wallets/${fan.userId}`, { frozen: false, reason: "tour" }));
}

async function visitMessages({ tour, fan, free, paid, admin, system }: TourDeps): Promise<void> {
  const message = { receiverId: paid.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Hello there" };
  tour.set("messaging.quoteMessage", await fan.send("POST", "/messages/quote", { receiverId: paid.userId }));
  tour.set("messaging.sendMessage", await fan.send("POST", "/messages", message));
  const { messageId } = dataOf<{ messageId: string }>(tour.get("messaging.sendMessage") as Reply, 201);
  tour.set("wallet.listEscrows", await admin.send("GET", "/admin/escrows"));
  tour.set("messaging.getMessage", await fan.send("GET", `/messages/${messageId}`));
  tour.set("messaging.replyToMessage", await paid.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }));
  tour.set("messaging.listInbox", await fan.send("GET", "/messages"));
  tour.set("messaging.listChatSessions", await paid.send("GET", "/messages/sessions"));
  tour.set("wallet.listTransactions", await fan.send("GET", "/wallet/transactions"));
  tour.set("wallet.getTrialBalance", await admin.send("GET", "/admin/ledger/trial-balance"));
  tour.set("wallet.getLedgerAudit", await admin.send("GET", "/admin/ledger/audit"));
  tour.set("wallet.exportLedger", await admin.send("GET", "/admin/ledger/export?from=2026-01-01&to=2026-12-31"));
  tour.set("wallet.runLedgerAudit", await admin.send("POST", "/admin/ledger/audit/run", { scope: "INCREMENTAL" }));
  const other = dataOf<{ messageId: string }>(
    await fan.send("POST", "/messages", { receiverId: free.userId, dmType: "FREE", content: "No?" }),
    201,
  );
  tour.set("messaging.rejectMessage", await free.send("POST", `/messages/${other.messageId}/reject`, { reason: "busy" }));
  const blocked = await system.newUser();
  tour.set("messaging.blockUser", await free.send("PUT", `/blocks/${blocked.userId}`));
  tour.set("messaging.listBlocks", await free.send("GET", "/blocks"));
  tour.set("messaging.unblockUser", await free.send("DELETE", `/blocks/${blocked.userId}`));
}

async function visitCreators({ tour, free, admin, system }: TourDeps): Promise<void> {
  const path = `/creators/${free.creatorId}`;
  tour.set("creator.setVacation", await free.send("PATCH", `${path}/vacation`, { enabled: true, endDate: "2099-01-31" }));
  tour.set("creator.getVacation", await free.send("GET", `${path}/vacation`));
  tour.set("creator.updateDmSettings", await free.send("PATCH", `${path}/dm-settings`, { dmActive: true }));
  tour.set("creator.getMyProfile", await free.send("GET", "/creators/me"));
  tour.set("creator.getPublicBio", await system.send("GET", `/bio/${free.username}`));
  const status = { creatorStatus: "SUSPENDED", reason: "tour" };
  tour.set("creator.setStatus", await admin.send("PATCH", `/admin/creators/${free.creatorId}/status`, status));
  const newUser = await system.newUser();
  tour.set("creator.upgrade", await newUser.send("POST", "/creators/upgrade", { username: `t${uuid().slice(-12)}` }));
}

async function visitConfig({ tour, admin }: TourDeps): Promise<void> {
  const key = "/admin/config/keys/dm.timeout_hours";
  tour.set("config.setKey", await admin.send("PATCH", key, { value: 24 }));
  tour.set("config.getKey", await admin.send("GET", key));
  tour.set("config.getEffective", await admin.send("GET", `${key}/effective`));
  tour.set("config.setKillSwitch", await admin.send("PATCH", "/admin/config/kill-switches/DISCOVER", { active: false }));
  tour.set("config.listKillSwitches", await admin.send("GET", "/admin/config/kill-switches"));
  tour.set("config.createFlag", await admin.send("POST", "/admin/config/flags", { key: "tour.flag" }));
  tour.set("config.toggleFlag", await admin.send("PATCH", "/admin/config/flags/tour.flag", { enabled: true }));
  tour.set("config.listFlags", await admin.send("GET", "/admin/config/flags"));
  tour.set("config.setScoped", await admin.send("POST", `${key}/scoped`, { scope: "tier", scopeValue: "GOLD", value: 12 }));
  tour.set("config.listScoped", await admin.send("GET", `${key}/scoped`));
  tour.set("config.resetScoped", await admin.send("DELETE", `${key}/scoped?scope=tier&scopeValue=GOLD`));
  tour.set("config.listHistory", await admin.send("GET", `${key}/history`));
  const [last] = dataOf<{ id: string }[]>(tour.get("config.listHistory") as Reply, 200);
  tour.set("config.rollback", await admin.send("POST", "/admin/config/rollback", { auditId: last?.id }));
  tour.set("config.resetKey", await admin.send("POST", `${key}/reset`));
  tour.set("config.listAudit", await admin.send("GET", "/admin/config/audit-log"));
  tour.set("config.listDomains", await admin.send("GET", "/admin/config/domains"));
  tour.set("config.getDomain", await admin.send("GET", "/admin/config/domains/messaging"));
  tour.set("config.listOrphans", await admin.send("GET", "/admin/config/orphans"));
  tour.set("config.listAll", await admin.send("GET", "/admin/config/all"));
  tour.set("config.clearCache", await admin.send("POST", "/admin/config/cache/clear"));
}

async function visitAccount({ tour, system, admin }: TourDeps): Promise<void> {
  const { send } = system;
  const email = `tour-${uuid().slice(-12)}@example.org`;
  const password = "the password of a tour";
  tour.set("account.register", await send("POST", "/auth/register", { body: { email, password, displayName: "Tess", acceptTerms: true } }));
  tour.set("account.resendVerification", await send("POST", "/auth/verify-email/resend", { body: { email } }));
  const token = await system.mailedToken(email, "verify_email");
  tour.set("account.verifyEmail", await send("POST", "/auth/verify-email", { body: { token } }));
  const mobile = { "x-client-platform": "IOS" };
  tour.set("account.login", await send("POST", "/auth/login", { body: { email, password }, headers: mobile }));
  const { refreshToken } = dataOf<{ refreshToken: string }>(tour.get("account.login") as Reply, 200);
  tour.set("account.refresh", await send("POST", "/auth/refresh", { body: { refreshToken }, headers: mobile }));
  const tess = await system.signIn(email, password);
  tour.set("account.getMe", await tess.send("GET", "/auth/me"));
  tour.set("account.updateMe", await tess.send("PATCH", "/auth/me", { locale: "de", timezone: "Europe/Berlin" }));
  const square = { create: { width: 64, height: 64, channels: 3, background: "teal" } } as const;
  const body = await sharp(square).png().toBuffer();
  tour.set("account.setAvatar", await tess.send("PUT", "/auth/me/avatar", body));
  const { avatarUrl } = dataOf<{ avatarUrl: string }>(tour.get("account.setAvatar") as Reply, 200);
  tour.set("account.getAvatar", await send("GET", avatarUrl.replace("/api/v1", "")));
  tour.set("account.removeAvatar", await tess.send("DELETE", "/auth/me/avatar"));
  tour.set("account.adminRemoveAvatar", await admin.send("DELETE", `/admin/users/${tess.userId}/avatar?reason=tour`));
  tour.set("account.listSessions", await tess.send("GET", "/auth/sessions"));
  const [other] = dataOf<{ id: string; current: boolean }[]>(tour.get("account.listSessions") as Reply, 200).filter((row) => !row.current);
  tour.set("account.revokeSession", await tess.send("DELETE", `/auth/sessions/${other?.id}`));
  const change = { currentPassword: password, newPassword: "another password of a tour" };
  tour.set("account.changePassword", await tess.send("POST", "/auth/password/change", change));
  tour.set("account.changeEmail", await tess.send("POST", "/auth/email/change", { newEmail: `new-${email}` }));
  tour.set("account.getEmailChange", await tess.send("GET", "/auth/email/change"));
  const confirmation = { token: await system.mailedToken(`new-${email}`, "email_change_confirm") };
  tour.set("account.confirmEmailChange", await send("POST", "/auth/email/confirm", { body: confirmation }));
  tour.set("account.cancelEmailChange", await tess.send("DELETE", "/auth/email/change"));
  const objection = { token: await system.mailedToken(email, "email_change_asked") };
  tour.set("account.forgotPassword", await send("POST", "/auth/password/forgot", { body: { email } }));
  const reset = { token: await system.mailedToken(email, "reset_password"), password };
  tour.set("account.stepUp", await tess.send("POST", "/auth/step-up", { password: change.newPassword }));
  tour.set("account.logout", await tess.send("POST", "/auth/logout"));
  tour.set("account.logoutAll", await (await system.signIn(email, change.newPassword)).send("POST", "/auth/logout-all", {}));
  tour.set("account.undoEmailChange", await send("POST", "/auth/email/undo", { body: objection }));
  tour.set("account.resetPassword", await send("POST", "/auth/password/reset", { body: reset }));
  tour.set("account.getPublicKeys", await send("GET", "/../../.well-known/jwks.json"));
  const status = { status: "SUSPENDED", reason: "tour" };
  tour.set("account.setUserStatus", await admin.send("PATCH", `/admin/users/${tess.userId}/status`, status));
}
