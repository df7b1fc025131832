import type { ServiceBroker } from "moleculer";
import { backendNames, loadBackends } from "#deploy/launch/services.ts";
import { gatewayPort, gatewayService } from "#gateway/gateway.service.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { eventually } from "./eventually.ts";
import { httpClient, type Reply, type RequestOptions, type Send } from "./http.ts";
import { liftedLimits } from "./lifted-limits.ts";
import { createTestRuntime, disposeRuntime, type TestParts, type TestRuntime } from "./runtime.ts";

/** A signed-in user. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** Sends a request with the person's token. */
  send(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
}

export interface CreatorPerson extends Person {
  readonly creatorId: string;
  readonly username: string;
}

export interface CreatorOptions {
  readonly dmType?: "FREE" | "SINGLE_PAY" | "PER_MESSAGE";
  readonly price?: string;
}

/** The whole system in one process behind its real HTTP interface. */
export interface TestSystem {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly base: string;
  /** Sends a request without a token. */
  readonly send: Send;
  /** Registers a user, verifies the address unless `verified` is false, and signs in. */
  newUser(options?: { readonly verified?: boolean; readonly displayName?: string | undefined; readonly locale?: string }): Promise<Person>;
  /** A verified user with money in the wallet ("0" leaves the wallet as it is). */
  newFan(balance?: string): Promise<Person>;
  newCreator(options?: CreatorOptions): Promise<CreatorPerson>;
  /** The first administrator. */
  admin(): Promise<Person>;
  signIn(email: string, password: string): Promise<Person>;
  /** Sets a configuration key as the administrator; it is effective when the promise resolves. */
  setConfig(key: string, value: unknown): Promise<void>;
  /** The token in the latest email of a kind; waits for the email. */
  mailedToken(email: string, kind: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the system. Rate limits that most tests would exceed are lifted, unless `limits` is "spec". */
export async function startTestSystem(
  overrides: Partial<Env> = {},
  limits: "lifted" | "spec" = "lifted",
  parts: TestParts = {},
): Promise<TestSystem> {
  // Files in memory: a test leaves none behind.
  const testProviders: [string, string][] = [
    ["CONFIG_PROVIDER_PRIVATE_ADDRESSES", "true"],
    ["CONFIG_PROVIDER_STORAGE", "memory"],
    ["CONFIG_LEDGER_GUARDS", "REPORT"],
  ];
  const configOverrides = new Map([...testProviders, ...(limits === "lifted" ? liftedLimits() : []), ...(overrides.configOverrides ?? [])]);
  const runtime = createTestRuntime({ ...overrides, configOverrides }, parts);
  const services = Object.values(await loadBackends());
  const gateway: ServiceFactory = (brokerRuntime) => gatewayService(brokerRuntime, { metricsOnMainPort: true });
  const broker = createBroker(runtime, [...services, gateway]);
  await broker.start();
  const base = `http://127.0.0.1:${gatewayPort(broker)}`;
  const send = httpClient(`${base}/api/v1`);
  await eventually(async () => {
    const response = await fetch(`${base}/health/ready`);
    if (!response.ok) throw new Error(`not ready: ${await response.text()}`);
  });
  return { runtime, broker, base, send, ...people(runtime, send), stop: () => stop(broker, runtime) };
}

async function stop(broker: ServiceBroker, runtime: TestRuntime): Promise<void> {
  await broker.stop();
  await disposeRuntime(runtime, backendNames);
}

type People = Pick<TestSystem, "newUser" | "newFan" | "newCreator" | "admin" | "signIn" | "setConfig" | "mailedToken">;

function people(runtime: TestRuntime, send: Send): People {
  const signIn = async (email: string, password: string): Promise<Person> => {
    const reply = await send("POST", "/auth/login", { body: { email, password } });
    const { accessToken: token, user } = dataOf<{ accessToken: string; user: { id: string } }>(reply, 200);
    const sendAsPerson: Person["send"] = (method, path, body, options = {}) => send(method, path, { token, body, ...options });
    return { userId: user.id, email, password, token, send: sendAsPerson };
  };
  const mailedToken = (email: string, kind: string) =>
    eventually(async () => {
      const token = mailboxOf(runtime)
        .of(email)
        .filter((mail) => mail.kind === kind)
        .at(-1)?.token;
      if (!token) throw new Error(`no mail of kind ${kind}`);
      return token;
    });
  const newUser: People["newUser"] = async ({ verified = true, ...rest } = {}) => {
    const email = `u${uuid().slice(-12)}@example.org`;
    const password = "a password of one user";
    dataOf(await send("POST", "/auth/register", { body: { email, password, displayName: "Robin", acceptTerms: true, ...rest } }), 201);
    if (verified) await send("POST", "/auth/verify-email", { body: { token: await mailedToken(email, "verify_email") } });
    return signIn(email, password);
  };
  const admin = () => signIn("admin@example.org", "correct horse battery");
  /** The administrator who changes settings. Signs in only once, since each sign-in hashes a password. */
  let changer: Person | null = null;
  return {
    signIn,
    mailedToken,
    newUser,
    admin,
    async newFan(balance = "100.00") {
      const fan = await newUser({ displayName: "Finn" });
      if (balance === "0") return fan;
      const topUp = await fan.send("POST", "/wallet/topups", { amount: balance }, { headers: { "idempotency-key": uuid() } });
      const { topupId } = dataOf<{ topupId: string }>(topUp, 201);
      dataOf(await fan.send("POST", `/wallet/topups/${topupId}/confirm`, {}), 200);
      return fan;
    },
    async newCreator({ dmType = "FREE", price } = {}) {
      const creator = await newUser({ displayName: "Cleo" });
      const username = `c${uuid().slice(-12)}`;
      const { creatorId } = dataOf<{ creatorId: string }>(await creator.send("POST", "/creators/upgrade", { username }), 201);
      const settings = { dmType, ...(price === undefined ? {} : { price }) };
      dataOf(await creator.send("PATCH", `/creators/${creatorId}/dm-settings`, settings), 200);
      return { ...creator, creatorId, username };
    },
    async setConfig(key, value) {
      const change = async () => {
        changer ??= await admin();
        return changer.send("PATCH", `/admin/config/keys/${key}`, { value });
      };
      let reply = await change();
      if (reply.status === 401 || reply.body.error?.i18nKey === "auth.step_up.required") {
        // The clock has moved on, or the session has ended.
        changer = null;
        reply = await change();
      }
      if (reply.status !== 200) throw new Error(`${key} was not set: ${JSON.stringify(reply.body)}`);
    },
  };
}

/** The data of a reply. Throws when the status is not the expected one. */
export function dataOf<T>(reply: Reply, status: number): T {
  if (reply.status !== status) throw new Error(`status ${reply.status} instead of ${status}: ${JSON.stringify(reply.body)}`);
  return reply.body.data as T;
}
