import type { ServiceBroker } from "moleculer";
import type { Connection } from "mongoose";
import { createBroker, type ServiceFactory } from "#libs/broker/create-broker.ts";
import { call } from "#libs/contract-kit/call.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import { login, register } from "#libs/contracts/account.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import type { Env } from "#libs/env/env.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { accountService } from "#services/account/account.service.ts";
import { userStore } from "#services/account/data/user.store.ts";
import { newUser } from "#services/account/domain/new-user.ts";
import type { MailKind } from "#services/account/mail/mail.ts";
import { type Actor, actAs } from "#test/support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";

export const PASSWORD = "a violet harbour at noon";

export type SignedIn = Awaited<ReturnType<HandlerOf<typeof login>>>;

/** A row as it lies in the store. */
export type Row = Readonly<Record<string, unknown>>;

/** A running account service on a database of its own. */
export interface Fixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly database: Connection;
  /** Hints that were broadcast, in order. */
  readonly hints: { sessionId: string; reason: string }[];
  call<Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>): Promise<Return>;
  /** Registers somebody and returns the address. */
  register(overrides?: { email?: string; displayName?: string }): Promise<string>;
  login(email: string, password?: string): Promise<SignedIn>;
  /** Somebody new who is signed in. */
  signUp(): Promise<Member>;
  /** Somebody with an account, as the gateway would vouch for him; made in the store, without the cost of a password. */
  member(): Promise<Actor>;
  /** Who a signed-in answer makes the caller be. */
  actor(signedIn: SignedIn): Actor;
  /** The token of the last mail of a kind. */
  mailedToken(email: string, kind: MailKind): string;
  mailKinds(email: string): string[];
  rows(collection: string, filter?: Row): Promise<Row[]>;
  /** Overrides settings, as an admin would. */
  configure(values: Readonly<Record<string, unknown>>): void;
  stop(): Promise<void>;
}

export interface Member extends Actor {
  readonly email: string;
  readonly sessionId: string;
  readonly signedIn: SignedIn;
}

/** The claims of an access token, unverified. */
export function claimsOf(accessToken: string): Row & { sid: string; sub: string; roles: string[]; status: string } {
  return JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString("utf8"));
}

export function newAddress(): string {
  return `u${uuid().slice(-12)}@example.org`;
}

/** @param settings environment of settings that only it sets */
export async function startFixture(settings: Readonly<Record<string, string>> = {}, env: Partial<Env> = {}): Promise<Fixture> {
  const runtime = createTestRuntime({ configOverrides: new Map(Object.entries(settings)), ...env });
  const hints: Fixture["hints"] = [];
  const listener: ServiceFactory = () => ({
    name: "listener",
    events: {
      [HINTS.sessionsRevoked](context: { params: { sessionId: string; reason: string } }) {
        hints.push(context.params);
      },
    },
  });
  const broker = createBroker(runtime, [accountService, listener]);
  await broker.start();
  const database = runtime.database("account");
  const mailbox = mailboxOf(runtime);

  const fixture: Fixture = {
    runtime,
    broker,
    database,
    hints,
    call: (contract, params) => call(broker, contract, params),
    async register({ email = newAddress(), displayName } = {}) {
      await call(broker, register, { email, password: PASSWORD, displayName });
      return email;
    },
    login: (email, password = PASSWORD) => call(broker, login, { email, password }),
    actor(signedIn) {
      const { sub, sid, roles, status } = claimsOf(signedIn.accessToken);
      return actAs(broker, runtime, { userId: sub, sessionId: sid, roles, accountStatus: status });
    },
    async signUp() {
      const email = await fixture.register();
      const signedIn = await fixture.login(email);
      return { ...fixture.actor(signedIn), email, signedIn, sessionId: claimsOf(signedIn.accessToken).sid };
    },
    async member() {
      const user = newUser({ email: newAddress(), locale: "en", createdAt: runtime.clock.now() });
      await transactionOn(database)((tx) => userStore(database).insert(tx, user));
      return actAs(broker, runtime, { userId: user._id });
    },
    mailedToken(email, kind) {
      const token = mailbox.of(email).findLast((mail) => mail.kind === kind)?.token;
      if (!token) throw new Error(`no ${kind} with a token was sent`);
      return token;
    },
    mailKinds: (email) => mailbox.of(email).map(({ kind }) => kind),
    rows: (collection, filter = {}) => database.collection(collection).find(filter).toArray(),
    configure(values) {
      runtime.config.update({
        revision: uuid(),
        values: Object.entries(values).map(([key, value]) => ({ key, value, scope: null })),
        flags: [],
        killSwitches: [],
      });
    },
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["account"]);
    },
  };
  return fixture;
}
