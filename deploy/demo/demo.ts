import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, until } from "./client.ts";
import { localAdmin, localGateways } from "./local-secrets.ts";
import { type Person, people } from "./people.ts";
import { visitPage } from "./visits.ts";
import { isGenuine, webhookReceiver } from "./webhook-receiver.ts";

// Plays the story of a paid message against a running system: `npm run demo`. `-- --kill messaging` kills one process of that name on the
// way (in a cluster of `npm run start:cluster`).
const bases = localGateways();
const victim = process.argv[process.argv.indexOf("--kill") + 1];
const run = Date.now().toString(36);
const { anyone, signIn, register, adminSession } = people(bases);

const say = (line: string) => console.log(line);

async function newUser(name: string): Promise<Person> {
  const [email, password] = [`${name.toLowerCase()}-${run}@example.org`, `a long password of ${name}`];
  await register(name, email, password);
  return signIn(email, password);
}

function killOne(): void {
  if (process.argv.indexOf("--kill") < 0) return;
  const list = readFileSync(join(process.env.DATA_DIR ?? ".data", "cluster.json"), "utf8");
  const target = (JSON.parse(list) as { name: string; pid: number }[]).find(({ name }) => name === victim);
  if (!target) throw new Error(`no process ${victim} is running`);
  process.kill(target.pid, "SIGKILL");
  say(`  (the ${victim} process ${target.pid} is killed)`);
}

interface Wallet {
  readonly balance: string;
  readonly held: string;
}
interface Sent {
  readonly messageId: string;
  readonly status: string;
}
interface Notifications {
  readonly items: readonly { readonly eventKey: string; readonly title: string; readonly data: { readonly messageId?: string } | null }[];
}

const notified = (who: Client, eventKey: string, messageId: string) =>
  until(
    eventKey,
    () => who<Notifications>("GET", "/notifications?limit=50"),
    ({ items }) => items.some((item) => item.eventKey === eventKey && item.data?.messageId === messageId),
  );

const walletIs = async (fan: Client, balance: string, held: string) => {
  await until(
    `wallet ${balance}, held ${held}`,
    () => fan<Wallet>("GET", "/wallet"),
    (wallet) => wallet.balance === balance && wallet.held === held,
  );
  say(`  wallet of the fan: ${balance}, in escrow: ${held}`);
};

const admin = (await signIn(localAdmin().email, localAdmin().password)).as;
const office = await adminSession(localAdmin().email, localAdmin().password);
const creator = await newUser("Cleo");
const fan = await newUser("Finn");
say("Cleo and Finn register and confirm their addresses");

const { creatorId, bioPageUrl } = await creator.as<{ creatorId: string; bioPageUrl: string }>("POST", "/creators/upgrade", {
  username: `cleo-${run}`,
  bio: "I answer every message.",
});
await creator.as("PATCH", `/creators/${creatorId}/dm-settings`, { dmType: "SINGLE_PAY", price: "5.00" });
say(`Cleo becomes a creator: ${bioPageUrl}, messages cost 5.00`);

const receiver = await webhookReceiver();
const kinds = ["message.sent", "message.replied"];
const hook = await office<{ id: string; secret: string }>("POST", "/admin/webhooks", {
  url: receiver.url,
  kinds,
  description: `demo ${run}`,
});
say("An administrator adds a webhook endpoint");

const recount = await visitPage(anyone, new URL(`/cleo-${run}`, bases[0]).href, 2);
say(`Two visitors look at the page: ${recount.bioViews} views, ${recount.sessions} sessions, ${recount.pageViews} page views`);

const { topupId } = await fan.as<{ topupId: string }>("POST", "/wallet/topups", { amount: "20.00" });
await fan.as("POST", `/wallet/topups/${topupId}/confirm`, {});
say("Finn tops up 20.00");
await walletIs(fan.as, "20.00", "0.00");

const paid = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00" };
const first = await fan.as<Sent>("POST", "/messages", { ...paid, content: "How did you start?" });
say(`Finn sends a paid message: ${first.status}`);
killOne();
await walletIs(fan.as, "15.00", "5.00");
await notified(creator.as, "new_message_creator", first.messageId);
const reply = await creator.as<Sent>("POST", `/messages/${first.messageId}/reply`, { content: "With a borrowed camera." });
say(`Cleo replies: ${reply.status}`);
await notified(fan.as, "message_replied_fan", first.messageId);
await walletIs(fan.as, "15.00", "0.00");

for (const kind of kinds) {
  const told = await until(
    `webhook ${kind}`,
    () => receiver.about(first.messageId, kind) ?? null,
    (delivered) => delivered !== null,
  );
  if (!told || !isGenuine(told, hook.secret)) throw new Error(`the signature of ${kind} is not right`);
  say(`  webhook ${kind} is delivered, its signature is right`);
}
await office("DELETE", `/admin/webhooks/${hook.id}`);
receiver.close();

interface Overview {
  readonly bioViews: number;
  readonly sessions: number;
  readonly pageViews: number;
}
await until(
  `a dashboard that says ${JSON.stringify(recount)}`,
  () => creator.as<Overview>("GET", `/creators/${creatorId}/analytics/overview`),
  (seen) => seen.bioViews === recount.bioViews && seen.sessions === recount.sessions && seen.pageViews === recount.pageViews,
);
say("Cleo's dashboard says the same as a recount");

await admin("PATCH", "/admin/config/keys/dm.timeout_unit_seconds", { value: 2 });
await pause(2_000); // a setting reaches every process within two seconds
const second = await fan.as<Sent>("POST", "/messages", { ...paid, content: "And what comes next?", timeoutHours: 1 });
await admin("PATCH", "/admin/config/keys/dm.timeout_unit_seconds", { value: 3600 });
say(`Finn sends another one: ${second.status}; this time without an answer`);
await notified(fan.as, "message_expired", second.messageId);
say("  the reply window runs out, the message is refunded");
await walletIs(fan.as, "15.00", "0.00");

await creator.as("PATCH", `/creators/${creatorId}/vacation`, { enabled: true });
const refusal = await fan.as("POST", "/messages", { ...paid, content: "Are you there?" }).catch((error: { key?: string }) => error.key);
say(`Cleo is on vacation: ${String(refusal)}`);
await creator.as("PATCH", `/creators/${creatorId}/vacation`, { enabled: false });

const { total, accounts } = await admin<{ total: string; accounts: readonly { account: string; balance: string }[] }>(
  "GET",
  "/admin/ledger/trial-balance",
);
const fees = accounts.find(({ account }) => account === "platform:fees")?.balance;
say(`Trial balance: ${total} (commissions so far: ${fees})`);
process.exit(total === "0.00" ? 0 : 1);
