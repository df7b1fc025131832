import { createHmac } from "node:crypto";
import type { ServiceBroker } from "moleculer";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import type { Input, Rules } from "#libs/contract-kit/rules.ts";
import { listStaffIds } from "#libs/contracts/account/internal.ts";
import { walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { createEndpoint, getEndpoint, listDeliveries, listEndpoints, removeEndpoint } from "#libs/contracts/webhook/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { WebhookParts } from "#services/webhook/deps.ts";
import { webhookService } from "#services/webhook/webhook.service.ts";
import { type Actor, actAs } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { ownerOf } from "../support/owner-of.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";
import { actionStub, stubService } from "../support/stub-service.ts";
import type { Received } from "./receiver.ts";

export type Endpoint = Awaited<ReturnType<HandlerOf<typeof createEndpoint>>>;
export type Delivery = Awaited<ReturnType<HandlerOf<typeof listDeliveries>>>["items"][number];

/** The webhook service, with a stream for the events of other services, which a test publishes. */
export interface WebhookFixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  readonly admin: Actor;
  newEndpoint(url: string, kinds?: string[]): Promise<Endpoint>;
  endpoint(id: string): Promise<Omit<Endpoint, "standardSecret">>;
  /** Publishes an event of another service. Returns its id. */
  publish<P extends Rules>(contract: EventContract<P>, payload: NoInfer<Input<P>>): Promise<string>;
  /** Publishes an event to which the endpoints of the fixture subscribe. Returns its id. */
  publishTopUp(): Promise<string>;
  deliveries(endpointId: string): Promise<Delivery[]>;
  /** Waits until the only delivery of an endpoint passes a check. */
  untilDelivery(endpointId: string, check: (delivery: Delivery) => boolean): Promise<Delivery>;
  /** Starts the attempts that are due, like the job. */
  sweep(): Promise<void>;
  /** Removes all endpoints, for the next test. */
  removeEndpoints(): Promise<void>;
  stop(): Promise<void>;
}

/** Ids of those who may change endpoints. */
export const STAFF = [uuid(), uuid()];

export const LOOPBACK: readonly [string, string] = ["CONFIG_WEBHOOK_ALLOWED_SUBNETS", '["127.0.0.0/8"]'];

interface FixtureOptions extends WebhookParts {
  /** Settings from the environment. */
  readonly config?: Readonly<Record<string, string>>;
  /** Whether requests to the loopback are allowed. Default true. */
  readonly loopback?: boolean;
}

export async function startWebhooks({ config = {}, loopback = true, ...parts }: FixtureOptions = {}): Promise<WebhookFixture> {
  const runtime = createTestRuntime({ configOverrides: new Map([...(loopback ? [LOOPBACK] : []), ...Object.entries(config)]) });
  const staff = stubService(
    actionStub(listStaffIds, async ({ params }) => ({ userIds: params.permission === "config:write" ? STAFF : [] })),
  );
  const broker = createBroker(runtime, [(given) => webhookService(given, { random: () => 0, ...parts }), staff]);
  await broker.start();
  const admin = actAs(broker, runtime, { roles: ["ADMIN"] });
  const publish: WebhookFixture["publish"] = async (contract, payload) => {
    const id = uuid();
    const at = runtime.clock.now().toISOString();
    await runtime.stream.publish({ id, event: contract.name, at, payload, requestId: null, source: ownerOf(contract) });
    return id;
  };
  const deliveries = async (id: string) => (await admin.call(listDeliveries, { id, limit: 50 })).items;
  return {
    ...{ runtime, broker, admin, publish, deliveries },
    newEndpoint: (url, kinds = ["wallet.topped_up"]) => admin.call(createEndpoint, { url, kinds }),
    endpoint: (id) => admin.call(getEndpoint, { id }),
    publishTopUp: () => publish(walletToppedUp, { topupId: uuid(), userId: uuid(), amount: "5.00", currency: "EUR" }),
    untilDelivery: (endpointId, check) =>
      eventually(async () => {
        const [delivery, ...others] = await deliveries(endpointId);
        if (!delivery || others.length > 0 || !check(delivery)) throw new Error(`not yet: ${JSON.stringify([delivery, ...others])}`);
        return delivery;
      }),
    sweep: () => runtime.jobs.runNow("webhook.send-due"),
    async removeEndpoints() {
      const { items } = await admin.call(listEndpoints, { limit: 50 });
      for (const { id } of items) await admin.call(removeEndpoint, { id });
    },
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["webhook"]);
    },
  };
}

/** The expected signature of a body (spec 6.2). */
export function signatureOf(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** Whether a request was signed with a secret. */
export function isSignedWith({ headers, body }: Received, secret: string): boolean {
  return headers["x-webhook-signature"] === signatureOf(secret, body);
}
