import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceBroker } from "moleculer";
import type { ShiftableClock } from "#libs/kernel/clock.ts";
import type { ArmableFaults, FaultMode } from "#libs/platform/faults/fault-points.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { settled } from "./settled.ts";

/** The system that the hooks act on. */
export interface HookedSystem {
  readonly runtime: Runtime & { readonly clock: ShiftableClock; readonly faults: ArmableFaults };
  readonly broker: ServiceBroker;
  /** Every service of the process by its Moleculer name. */
  readonly factories: ReadonlyMap<string, ServiceFactory>;
  /** Databases with an outbox. */
  readonly databases: readonly string[];
  /** Mails sent to an address. */
  mailbox(email: string): readonly unknown[];
  forgetUser(email: string): Promise<void>;
  /** Sets the location of every IP address; null: the GeoIP database decides again. */
  setGeoLocation(location: unknown): void;
  /** The tracking token of a bio page at an instant. */
  trackingToken(bioPageId: string, at: Date): string;
}

type Body = Readonly<Record<string, unknown>>;
type Hook = (system: HookedSystem, body: Body) => unknown;

const text = (value: unknown): string => String(value ?? "");
const MAX_DOCUMENTS = 1_000;
const IDLE_MS = 15_000;

const hooks: Readonly<Record<string, Hook>> = {
  clock({ runtime: { clock } }, { advanceMs, at, reset }) {
    if (reset) clock.reset();
    if (typeof at === "string") clock.set(new Date(at));
    if (typeof advanceMs === "number") clock.advance(advanceMs);
    return { now: clock.now().toISOString() };
  },
  mailbox: (system, { email }) => system.mailbox(text(email)),
  jobs: ({ runtime }, { name }) => runtime.jobs.runNow(text(name)),
  faults({ runtime: { faults } }, { point, mode, times, delayMs, disarm }) {
    if (disarm) faults.disarm(point === undefined ? undefined : text(point));
    else
      faults.arm({
        point: text(point),
        mode: mode as FaultMode,
        times: times as number | undefined,
        delayMs: delayMs as number | undefined,
      });
    return { armed: faults.armed() };
  },
  peek({ runtime }, { service, collection, filter = {}, limit = 100 }) {
    const rows = runtime
      .database(text(service))
      .connection.collection(text(collection))
      .find(filter as object);
    return rows.limit(Math.min(Number(limit), MAX_DOCUMENTS)).toArray();
  },
  async service({ broker, factories, runtime }, { name, running }) {
    const service = broker.getLocalService(text(name));
    const factory = factories.get(text(name));
    if (!running && service) await broker.destroyService(service);
    if (running && !service && factory) {
      broker.createService(factory(runtime));
      await broker.waitForServices(text(name), 5_000);
    }
    return { name, running };
  },
  "forget-user": (system, { email }) => system.forgetUser(text(email)),
  geoip: (system, { result = null }) => system.setGeoLocation(result),
  "tracking-token": (system, { bioPageId, at }) => ({
    token: system.trackingToken(text(bioPageId), typeof at === "string" ? new Date(at) : system.runtime.clock.now()),
  }),
  idle: async (system) => ({ idle: await settled(system, IDLE_MS) }),
};

/** Answers `POST /__test__/<name>`; false when the request is not for a hook. */
export function answerHook(system: HookedSystem, request: IncomingMessage, response: ServerResponse): boolean {
  const name = /^\/__test__\/([a-z-]+)$/.exec(request.url ?? "")?.[1];
  if (name === undefined) return false;
  runHook(system, name, request).then(
    ({ status, body }) => send(response, status, body),
    (error: unknown) => send(response, 500, { success: false, error: { message: String(error) } }),
  );
  return true;
}

async function runHook(system: HookedSystem, name: string, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const hook = hooks[name];
  if (!hook) return { status: 404, body: { success: false } };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const data = await hook(system, JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Body);
  return { status: 200, body: { success: true, ...(data === undefined ? {} : { data }) } };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body, (_key, value) => (typeof value === "bigint" ? value.toString() : value)));
}
