import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, client, until } from "./client.ts";
import { localAdmin, mailedToken } from "./local-secrets.ts";

// Tells the story of a paid message against a running system: `npm run demo`.
// `-- --kill messaging` ends one process of that name in the middle (a cluster that `npm run start:cluster` has started).
const bases = (process.env.BASE_URL ?? "http://127.0.0.1:3000").split(",").map((base) => `${base}/api/v1`);
const victim = process.argv[process.argv.indexOf("--kill") + 1];
const anyone = client(bases);
const run = Date.now().toString(36);

const say = (line: string) => console.log(line);

interface SignedIn {
  readonly accessToken: string;
  readonly user: { readonly id: string };
}

async function signIn(email: string, password: string): Promise<{ as: Client; userId: string }> {
  const { accessToken, user } = await anyone<SignedIn>("POST", "/auth/login", { email, password });
  return { as: client(bases, accessToken), userId: user.id };
}

async function newUser(name: string): Promise<{ as: Client; userId: string }> {
  const email = `${name.toLowerCase()}-${run}@example.org`;
  const password = `a long password of ${name}`;
  await anyone("POST", "/auth/register", { email, password, displayName: name });
  await anyone("POST", "/auth/verify-email", { token: await mailedToken(email, "verify_email") });
  say(`${name} registers and confirms the address`);
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
const creator = await newUser("Cleo");
const fan = await newUser("Finn");

const { creatorId, bioPageUrl } = await creator.as<{ creatorId: string; bioPageUrl: string }>("POST", "/creators/upgrade", {
  username: `cleo-${run}`,
  bio: "I answer every message.",
});
await creator.as("PATCH", `/creators/${creatorId}/dm-settings`, { dmType: "SINGLE_PAY", price: "5.00" });
say(`Cleo becomes a creator: ${bioPageUrl}, messages cost 5.00`);

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

await admin("PATCH", "/admin/config/keys/dm.timeout_unit_seconds", { value: 2 });
await pause(2_000); // a setting reaches every process within two seconds
const second = await fan.as<Sent>("POST", "/messages", { ...paid, content: "And what comes next?", timeoutHours: 1 });
await admin("PATCH", "/admin/config/keys/dm.timeout_unit_seconds", { value: 3600 });
say(`Finn sends another one: ${second.status}; this time nobody answers`);
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
