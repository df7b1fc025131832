import type { ServiceBroker } from "moleculer";
import { call } from "#libs/contract-kit/call.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import { login, type refresh, register } from "#libs/contracts/account/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { accountService } from "#services/account/account.service.ts";
import { userStore } from "#services/account/data/user.store.ts";
import { newUser } from "#services/account/domain/user.ts";
import type { MailKind } from "#services/account/mail/render-mail.ts";
import { type Actor, actAs } from "../support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";
import { storedDocuments } from "../support/stored-documents.ts";

export const PASSWORD = "a violet harbour at noon";

export type SignedIn = Awaited<ReturnType<HandlerOf<typeof refresh>>>;

/** The tokens of a sign-in that needs no second factor. */
export function tokensOf(answer: Awaited<ReturnType<HandlerOf<typeof login>>>): SignedIn {
  if (answer.mfaRequired) throw new Error("the sign-in asks for a second factor");
  return answer as SignedIn;
}

/** A row as the database has it. */
export type Row = Readonly<Record<string, unknown>>;

/** A running account service on a database of its own. */
export interface Fixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly database: Database;
  /** Hints that were broadcast, in order. */
  readonly hints: { sessionId: string; reason: string }[];
  call<Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>): Promise<Return>;
  /** Registers a user and returns the address. */
  register(overrides?: { email?: string; displayName?: string }): Promise<string>;
  login(email: string, password?: string): Promise<SignedIn>;
  /** A new user who is signed in. */
  signUp(): Promise<Member>;
  /** A new user who is signed in, inserted directly: without the cost of hashing a password. */
  member(): Promise<Actor>;
  /** The caller of an answer to a login. */
  actor(signedIn: SignedIn): Actor;
  /** The token of the last mail of a kind. */
  mailedToken(email: string, kind: MailKind): string;
  mailKinds(email: string): string[];
  rows(collection: string, filter?: Row): Promise<Row[]>;
  /** Overrides settings, as an administrator would. */
  configure(values: Readonly<Record<string, unknown>>): void;
  stop(): Promise<void>;
}

export interface Member extends Actor {
  readonly email: string;
  readonly sessionId: string;
  readonly signedIn: SignedIn;
}

/** The claims of an access token, without verification. */
export function claimsOf(accessToken: string): Row & { sid: string; sub: string; roles: string[]; status: string } {
  return JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString("utf8"));
}

export function newAddress(): string {
  return `u${uuid().slice(-12)}@example.org`;
}

/** @param settings overrides of settings by environment variables */
export async function startFixture(settings: Readonly<Record<string, string>> = {}, env: Partial<Env> = {}): Promise<Fixture> {
  const runtime = createTestRuntime({ configOverrides: new Map(Object.entries(settings)), ...env });
  const hints: Fixture["hints"] = [];
  const listener: ServiceFactory = () => ({
    name: "listener",
    events: {
      [HINTS.sessionsRevoked.name](context: { params: { sessionId: string; reason: string } }) {
        hints.push(context.params);
      },
    },
  });
  const broker = createBroker(runtime, [accountService, listener]);
  await broker.start();
  return accountOf(runtime, broker, hints);
}

/** The account service of a running system. */
export function accountOf(runtime: TestRuntime, broker: ServiceBroker, hints: Fixture["hints"] = []): Fixture {
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
    login: async (email, password = PASSWORD) => tokensOf(await call(broker, login, { email, password })),
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
      await database.transaction((tx) => userStore(database).insert(tx, user));
      return actAs(broker, runtime, { userId: user._id });
    },
    mailedToken(email, kind) {
      const token = mailbox.of(email).findLast((mail) => mail.kind === kind)?.token;
      if (!token) throw new Error(`no ${kind} with a token was sent`);
      return token;
    },
    mailKinds: (email) => mailbox.of(email).map(({ kind }) => kind),
    rows: (collection, filter) => storedDocuments(database.connection, collection, filter),
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
