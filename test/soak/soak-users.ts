import { type Client, Refused } from "#deploy/demo/client.ts";
import { type Person, people } from "#deploy/demo/people.ts";
import type { Random } from "../support/random.ts";

const FANS = 12;
const CREATORS = 4;
const PRICE = "5.00";

interface Creator extends Person {
  readonly dmType: "SINGLE_PAY" | "FREE";
}

/** A message that was sent successfully. */
export interface AcknowledgedMessage {
  readonly messageId: string;
  readonly creator: Creator;
}

export interface SoakUsers {
  readonly fans: readonly Person[];
  readonly creators: readonly Creator[];
  readonly admin: Client;
  readonly acknowledged: AcknowledgedMessage[];
}

/** Creates fans and creators through the HTTP interface. */
export async function createSoakUsers(bases: readonly string[], administrator: { email: string; password: string }): Promise<SoakUsers> {
  const { register, signIn } = people(bases);
  const registerAndSignIn = async (name: string) => {
    const [email, password] = [`${name}@example.org`, `a long password of ${name}`];
    await register(name, email, password);
    return signIn(email, password);
  };
  const creator = async (index: number): Promise<Creator> => {
    const person = await registerAndSignIn(`creator-${index}`);
    const { creatorId } = await person.as<{ creatorId: string }>("POST", "/creators/upgrade", {
      username: `creator-${index}`,
      bio: "Hello",
    });
    const dmType = index % 4 === 3 ? "FREE" : "SINGLE_PAY";
    const settings = dmType === "FREE" ? { dmType } : { dmType, price: PRICE };
    await person.as("PATCH", `/creators/${creatorId}/dm-settings`, settings);
    return { ...person, dmType };
  };
  const { as: admin } = await signIn(administrator.email, administrator.password);
  const creators: Creator[] = [];
  const fans: Person[] = [];
  for (let index = 0; index < CREATORS; index += 1) creators.push(await creator(index));
  for (let index = 0; index < FANS; index += 1) fans.push(await registerAndSignIn(`fan-${index}`));
  return { fans, creators, admin, acknowledged: [] };
}

type Operation = (users: SoakUsers, random: Random) => Promise<unknown>;

const topUp: Operation = async ({ fans }, random) => {
  const fan = random.pick(fans);
  const { topupId } = await fan.as<{ topupId: string }>("POST", "/wallet/topups", { amount: random.pick(["10.00", "25.01"]) });
  await fan.as("POST", `/wallet/topups/${topupId}/confirm`, {});
};

const send: Operation = async ({ fans, creators, acknowledged }, random) => {
  const creator = random.pick(creators);
  const { userId: receiverId, dmType } = creator;
  const content = `text ${random.below(1_000_000)}`;
  const payment = dmType === "FREE" ? {} : { price: PRICE, timeoutHours: 1 + random.below(4) };
  const { messageId } = await random.pick(fans).as<{ messageId: string }>("POST", "/messages", { receiverId, content, dmType, ...payment });
  acknowledged.push({ messageId, creator });
};

const respond =
  (verb: "reply" | "reject", body: object): Operation =>
  async ({ acknowledged }, random) => {
    const recent = acknowledged.slice(-15);
    if (recent.length === 0) return;
    const { messageId, creator } = random.pick(recent);
    await creator.as("POST", `/messages/${messageId}/${verb}`, body);
  };

const reply = respond("reply", { content: "a reply" });
const read: Operation = ({ fans }, random) => random.pick(fans).as("GET", random.pick(["/notifications", "/wallet", "/messages"]));

const OPERATIONS_BY_WEIGHT: readonly Operation[] = [send, send, send, send, topUp, reply, reply, respond("reject", {}), read, read];

/** Runs one random operation. A refusal with 4xx is expected; rejects for 5xx and lost connections. */
export async function runOperation(users: SoakUsers, random: Random): Promise<void> {
  try {
    await random.pick(OPERATIONS_BY_WEIGHT)(users, random);
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500 || error.status === 0) throw error;
  }
}
