import { people } from "#deploy/demo/people.ts";

// Sends a message of 5.00, which stays unanswered, to the running system of BASE_URL.
const bases = (process.env.BASE_URL ?? "").split(",").map((base) => `${base}/api/v1`);
const { signIn, register } = people(bases);
const run = Date.now().toString(36);

async function newUser(name: string) {
  const [email, password] = [`${name}-${run}@example.org`, `a long password of ${name}`];
  await register(name, email, password);
  return signIn(email, password);
}

const [creator, fan] = [await newUser("asked"), await newUser("asking")];
const { creatorId } = await creator.as<{ creatorId: string }>("POST", "/creators/upgrade", { username: `asked-${run}` });
await creator.as("PATCH", `/creators/${creatorId}/dm-settings`, { dmType: "SINGLE_PAY", price: "5.00" });
const { topupId } = await fan.as<{ topupId: string }>("POST", "/wallet/topups", { amount: "5.00" });
await fan.as("POST", `/wallet/topups/${topupId}/confirm`, {});
const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Are you there?" };
await fan.as("POST", "/messages", message);
process.exit(0);
