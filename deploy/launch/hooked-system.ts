import type { ServiceBroker } from "moleculer";
import type { ServiceFactory } from "#libs/broker/create-broker.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { forgetUser } from "#services/account/forget-user.ts";
import { NOWHERE, type Place } from "#services/analytics/domain/place.ts";
import { trackingToken } from "#services/analytics/domain/tracking-token.ts";
import { replaceGeo } from "#services/analytics/geo/geo-lookup.ts";
import { processes } from "./services.ts";
import type { HookedSystem } from "./test-hooks.ts";

const { gateway: _gateway, ...backends } = processes;

/** The system that test hooks work on: every service in one process, each of which can be stopped and started. */
export function hookedSystem(
  runtime: HookedSystem["runtime"],
  makeBroker: (factories: readonly ServiceFactory[]) => ServiceBroker,
  gateway: ServiceFactory,
): HookedSystem {
  const factories = new Map(Object.values(backends).flatMap((services): [string, ServiceFactory][] => Object.entries(services)));
  const broker = makeBroker([...factories.values(), gateway]);
  return {
    runtime,
    broker,
    factories,
    databases: Object.keys(backends),
    mailbox: (email) => mailboxOf(runtime).of(email.trim().toLowerCase()),
    forgetUser: (email) => forgetUser(runtime, email),
    placeEverybody: (place) => {
      const fixed = { open: async () => undefined, locate: () => ({ ...NOWHERE, ...(place as Partial<Place>) }) };
      replaceGeo(runtime, place === null ? null : fixed);
    },
    trackingToken: (bioPageId, at) => trackingToken(runtime.env.secrets.analyticsTokenKey, bioPageId, at).token,
  };
}
