import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceBroker, ServiceSchema } from "moleculer";
import { pino } from "pino";
import { createBroker, type ServiceFactory } from "#libs/broker/create-broker.ts";
import { call } from "#libs/contract-kit/call.ts";
import { callerSeal } from "#libs/contract-kit/caller.ts";
import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";
import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import type { Given, Rules } from "#libs/contract-kit/rules.ts";
import { findVerifiedUser, getContact, getMessagingParty } from "#libs/contracts/account.ts";
import { messageSent } from "#libs/contracts/messaging.ts";
import { listNotifications } from "#libs/contracts/notification.ts";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import type { EventEnvelope } from "#libs/events/event-stream.ts";
import { type MemoryStream, memoryStream } from "#libs/events/memory-stream.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import { notificationService } from "#services/notification/notification.service.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";

/** A running notification service with a stand-in for the account service. */
export interface Fixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly stream: MemoryStream;
  /** Locales that the account service knows, by user id; a user who is not in it is not found. */
  readonly locales: Map<string, string>;
  /** Users the account service was asked about. */
  readonly asked: string[];
  /** How users are reached, by user id; a user who is not in it is not found. */
  readonly contacts: Map<string, Contact>;
  /** Sends what is due, as the job does. */
  send(): Promise<void>;
  /** Mails that were sent to an address, oldest first. */
  mailsTo(email: string): Promise<Email[]>;
  /** Calls an action as a signed-in user. */
  as<Send, Return>(userId: string, contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>): Promise<Return>;
  list(userId: string, params?: { read?: string; page?: number; limit?: number }): Promise<ListAnswer>;
  /** Publishes envelopes and waits until they are applied. */
  deliver(...envelopes: readonly EventEnvelope[]): Promise<void>;
  /** One more delivery of an envelope, as the bus makes it when an acknowledgement was lost. */
  redeliver(envelope: EventEnvelope): Promise<void>;
  stop(): Promise<void>;
}

export interface Contact {
  readonly email: string;
  readonly emailVerified?: boolean;
  readonly locale?: string;
  readonly timezone?: string;
  readonly phone?: string;
}

export type ListAnswer = Awaited<ReturnType<HandlerOf<typeof listNotifications>>>;

export async function startFixture(service: ServiceFactory = notificationService): Promise<Fixture> {
  const stream = memoryStream({ logger: pino({ level: "silent" }) });
  const dataDir = mkdtempSync(join(tmpdir(), "notification-"));
  const configOverrides = new Map([["CONFIG_PROVIDER_EMAIL", "folder"]]);
  const runtime = createTestRuntime({ dataDir, configOverrides }, { stream });
  const contacts = new Map<string, Contact>();
  const locales = new Map<string, string>();
  const asked: string[] = [];
  const account: ServiceFactory = () => ({
    name: "account",
    actions: {
      getMessagingParty: implement(getMessagingParty, async ({ params: { userId } }) => {
        asked.push(userId);
        const locale = locales.get(userId);
        const nameless = { username: null, displayName: null, avatarUrl: null };
        return { found: locale !== undefined, version: 1, status: "ACTIVE", emailVerified: true, locale: locale ?? "", ...nameless };
      }),
      getContact: implement(getContact, async ({ params: { userId } }) => {
        const contact = contacts.get(userId);
        const { email = null, emailVerified = true, locale = "en", timezone = null, phone = null } = contact ?? {};
        return { found: contact !== undefined, email, emailVerified, phone, locale, timezone };
      }),
      findVerifiedUser: implement(findVerifiedUser, async ({ params: { email } }) => {
        const [userId = null] = [...contacts].find(([, contact]) => contact.email === email && contact.emailVerified !== false) ?? [];
        return { userId };
      }),
    },
  });
  let durable: DurableParts["durable"] = [];
  const watched: ServiceFactory = (lent) => {
    const schema: ServiceSchema & DurableParts = service(lent);
    durable = schema.durable;
    return schema;
  };
  const broker = createBroker(runtime, [watched, account]);
  await broker.start();
  const seal = callerSeal(runtime.env.secrets.callerSealKey);
  const as: Fixture["as"] = (userId, contract, params) => {
    const caller = seal.seal({ userId, sessionId: uuid(), roles: [], accountStatus: "ACTIVE" });
    const origin = { call: (name: string, sent: unknown) => broker.call(name, sent as object, { meta: { caller } }) };
    return call(origin as ServiceBroker, contract, params);
  };
  return {
    runtime,
    broker,
    stream,
    locales,
    asked,
    contacts,
    send: () => runtime.jobs.runNow("notification.send-dispatches"),
    mailsTo: (email) => mailsIn(join(dataDir, "mail"), email),
    as,
    list: (userId, params = {}) => as(userId, listNotifications, params),
    async deliver(...envelopes) {
      await Promise.all(envelopes.map((envelope) => stream.publish(envelope)));
      await stream.idle();
    },
    async redeliver(envelope) {
      const subscription = durable?.find(({ event }) => event === envelope.event);
      if (!subscription) throw new Error(`nobody listens to ${envelope.event}`);
      await subscription.apply("notification", envelope);
    },
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["notification"]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function mailsIn(folder: string, email: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.sort().map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as Email));
  return mails.filter(({ to }) => to === email);
}

let at = Date.UTC(2030, 0, 1);

/** An event as the outbox of its writer hands it over; each one happens a second after the one before, unless told otherwise. */
export function envelopeOf<P extends Rules>(
  contract: EventContract<P>,
  payload: NoInfer<Given<P>>,
  overrides: Partial<EventEnvelope> = {},
): EventEnvelope {
  at += 1_000;
  return { id: uuid(), event: contract.name, at: new Date(at).toISOString(), payload, requestId: null, source: "test", ...overrides };
}

const EXPIRES = "2030-02-01T00:00:00.000Z";

/** The facts of a free message. */
export function aMessage(overrides: { senderId?: string; receiverId?: string; price?: string | null } = {}) {
  const { price = null } = overrides;
  return {
    messageId: uuid(),
    sessionId: uuid(),
    senderId: uuid(),
    receiverId: uuid(),
    dmType: price === null ? ("FREE" as const) : ("SINGLE_PAY" as const),
    currency: "EUR",
    ...overrides,
    price,
  };
}

/** `message.sent` for a receiver. */
export function sentTo(receiverId: string, senderName: string | null = "Ada", overrides: Partial<EventEnvelope> = {}): EventEnvelope {
  const fact = { ...aMessage({ receiverId }), status: "DELIVERED" as const, senderName, expiresAt: EXPIRES, sentAt: EXPIRES };
  return envelopeOf(messageSent, fact, overrides);
}
