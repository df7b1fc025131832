import { Refused } from "./client.ts";
import { localAdmin, localGateways } from "./local-secrets.ts";
import { type Person, people } from "./people.ts";

// Creates a few creators and a fan in a local system, once: `npm run seed`. Does nothing in production.
if (process.env.NODE_ENV === "production") process.exit(0);

const { signIn, register } = people(localGateways());

interface Seed {
  readonly name: string;
  readonly bio: string;
  readonly dmType: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
  readonly price?: string;
  readonly category: string;
}

const CREATORS: readonly Seed[] = [
  { name: "Cleo", bio: "Light, lenses and borrowed cameras.", dmType: "SINGLE_PAY", price: "5.00", category: "photography" },
  { name: "Milo", bio: "Bread, every day.", dmType: "PER_MESSAGE", price: "2.50", category: "cooking" },
  { name: "Nora", bio: "Strength for people who sit.", dmType: "FREE", category: "fitness" },
];

const addressOf = (name: string) => `${name.toLowerCase()}@example.org`;
const passwordOf = (name: string) => `a long password of ${name}`;

/** The new user with a name; null when the user exists already. */
async function newcomer(name: string): Promise<Person | null> {
  try {
    await signIn(addressOf(name), passwordOf(name));
    return null;
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
  }
  await register(name, addressOf(name), passwordOf(name));
  return signIn(addressOf(name), passwordOf(name));
}

const admin = (await signIn(localAdmin().email, localAdmin().password)).as;
for (const { name, bio, dmType, price, category } of CREATORS) {
  const person = await newcomer(name);
  if (!person) continue;
  const username = name.toLowerCase();
  const { creatorId } = await person.as<{ creatorId: string }>("POST", "/creators/upgrade", { username, bio });
  await person.as("PATCH", `/creators/${creatorId}/dm-settings`, { dmType, ...(price ? { price } : {}) });
  await person.as("PATCH", "/creators/me", { contentCategories: [category] });
  await person.as("POST", `/creators/${creatorId}/links`, {
    kind: "LINK",
    title: "All about me",
    url: `https://www.example.org/${username}`,
  });
  const social = await person.as<{ id: string }>("POST", `/creators/${creatorId}/socials`, { platform: "INSTAGRAM", handle: username });
  await admin("POST", `/admin/creators/${creatorId}/socials/${social.id}/verify`);
  console.log(`${name} is a creator: ${addressOf(name)}, "${passwordOf(name)}"`);
}
const fan = await newcomer("Finn");
if (fan) {
  const { topupId } = await fan.as<{ topupId: string }>("POST", "/wallet/topups", { amount: "50.00" });
  await fan.as("POST", `/wallet/topups/${topupId}/confirm`, {});
  console.log(`Finn is a fan with 50.00: ${addressOf("Finn")}, "${passwordOf("Finn")}"`);
}
console.log("seeded");
process.exit(0);
