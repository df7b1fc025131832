import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceBroker, ServiceSchema } from "moleculer";
import { pino } from "pino";
import { call } from "#libs/contract-kit/call.ts";
import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";
import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import type { Input, Rules } from "#libs/contract-kit/rules.ts";
import { findVerifiedUser, getContact, getUserSummary } from "#libs/contracts/account/index.ts";
import { messageSent } from "#libs/contracts/messaging/index.ts";
import { listNotifications } from "#libs/contracts/notification/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { DurableParts } from "#libs/platform/events/durable-middleware.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import { type MemoryStream, memoryStream } from "#libs/platform/events/memory-stream.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import { notificationService } from "#services/notification/notification.service.ts";
import { ownerOf } from "../support/owner-of.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";
import { sealedCalls } from "../support/sealed-call.ts";

/** A running notification service with a stub of the account service. */
export interface Fixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly stream: MemoryStream;
  /** Locales of the users of the account service, by user id; all others are unknown users. */
  readonly locales: Map<string, string>;
  /** Users whose summary was requested from the account service. */
  readonly summaryCalls: string[];
  /** Contact data of the users of the account service, by user id; all others are unknown users. */
  readonly contacts: Map<string, Contact>;
  /** Sends the dispatches that are due, like the job. */
  send(): Promise<void>;
  /** Mails that were sent to an address, oldest first. */
  mailsTo(email: string): Promise<Email[]>;
  /** Calls an action as a signed-in user. */
  as<Send, Return>(userId: string, contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>): Promise<Return>;
  list(userId: string, params?: { read?: string; page?: number; limit?: number }): Promise<ListAnswer>;
  /** Publishes envelopes and waits until they are applied. */
  deliver(...envelopes: readonly EventEnvelope[]): Promise<void>;
  /** Delivers an envelope once more, as after a lost acknowledgement. */
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

type ListAnswer = Awaited<ReturnType<HandlerOf<typeof listNotifications>>>;

export async function startFixture(service: ServiceFactory = notificationService): Promise<Fixture> {
  const stream = memoryStream({ logger: pino({ level: "silent" }) });
  const dataDir = mkdtempSync(join(tmpdir(), "notification-"));
  const configOverrides = new Map([["CONFIG_PROVIDER_EMAIL", "folder"]]);
  const runtime = createTestRuntime({ dataDir, configOverrides }, { stream });
  const contacts = new Map<string, Contact>();
  const locales = new Map<string, string>();
  const summaryCalls: string[] = [];
  const account: ServiceFactory = () => ({
    name: "account",
    actions: {
      getUserSummary: implement(getUserSummary, async ({ params: { userId } }) => {
        summaryCalls.push(userId);
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
  const observed: ServiceFactory = (given) => {
    const schema: ServiceSchema & DurableParts = service(given);
    durable = schema.durable;
    return schema;
  };
  const broker = createBroker(runtime, [observed, account]);
  await broker.start();
  const as: Fixture["as"] = (userId, contract, params) => {
    const origin = sealedCalls(broker, runtime, { userId, sessionId: uuid(), roles: [], accountStatus: "ACTIVE" });
    return call(origin as ServiceBroker, contract, params);
  };
  return {
    runtime,
    broker,
    stream,
    locales,
    summaryCalls,
    contacts,
    send: () => runtime.jobs.runNow("notification.send-dispatches"),
    mailsTo: (email) => mailsIn(join(dataDir, "mail"), email),
    as,
    list: (userId, params = {}) => as(userId, listNotifications, params),
    async deliver(...envelopes) {
      // Sets the clock back for old events, which would be refused otherwise.
      const now = runtime.clock.now();
      const oldest = Math.min(...envelopes.map((envelope) => Date.parse(envelope.at)));
      const isOld = now.getTime() - oldest > 14 * DAY;
      if (isOld) runtime.clock.set(new Date(oldest));
      await Promise.all(envelopes.map((envelope) => stream.publish(envelope)));
      await stream.idle();
      if (isOld) runtime.clock.set(now);
    },
    async redeliver(envelope) {
      const subscription = durable?.find(({ event }) => event === envelope.event);
      if (!subscription) throw new Error(`no subscription to ${envelope.event}`);
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

/** Later than any clock of these tests, so that every event is young enough, unless a test wants otherwise. */
let at = Date.UTC(2040, 0, 1);

/** An event as an outbox publishes it; each one happens a second after the previous one unless overridden. */
export function envelopeOf<P extends Rules>(
  contract: EventContract<P>,
  payload: NoInfer<Input<P>>,
  overrides: Partial<EventEnvelope> = {},
): EventEnvelope {
  at += 1_000;
  return {
    id: uuid(),
    event: contract.name,
    at: new Date(at).toISOString(),
    payload,
    requestId: null,
    source: ownerOf(contract),
    ...overrides,
  };
}

const EXPIRES = "2030-02-01T00:00:00.000Z";

/** The payload shared by the events of a message; without a price it is a free message. */
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

/** `message.sent` to a receiver. */
export function sentTo(receiverId: string, senderName: string | null = "Ada", overrides: Partial<EventEnvelope> = {}): EventEnvelope {
  const payload = { ...aMessage({ receiverId }), status: "DELIVERED" as const, senderName, expiresAt: EXPIRES, sentAt: EXPIRES };
  return envelopeOf(messageSent, payload, overrides);
}
