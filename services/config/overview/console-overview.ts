import type { Overview } from "#libs/contracts/config/index.ts";
import { outboxState } from "#libs/platform/events/outbox-state.ts";
import { OFF } from "#libs/policies/provider-slots.ts";
import type { Deps } from "../deps.ts";
import { alarmsView } from "./alarms-view.ts";
import { type Backlogs, gatherBacklogs, type May, PART_PERMISSIONS } from "./backlogs.ts";
import { openingSteps } from "./opening-steps.ts";
import { moneyView, outboxView, queuesView, switchesView, webhooksView } from "./overview-view.ts";

export type OverviewDeps = Pick<Deps, "alarms" | "clock" | "config" | "env" | "outbox" | "services" | "switches">;

/** Everything that an overview is made of, for readers with the permissions for which it was gathered. */
export interface Facts {
  readonly backlogs: Backlogs;
  readonly alarms: Awaited<ReturnType<Deps["alarms"]["list"]>>;
  readonly switches: Awaited<ReturnType<Deps["switches"]["list"]>>;
  readonly outbox: Awaited<ReturnType<typeof outboxState>>;
}

/** Reads what a reader may see. Each service is asked once, at the same time. */
export async function gatherFacts(deps: OverviewDeps, may: May): Promise<Facts> {
  const [backlogs, alarms, switches, outbox] = await Promise.all([
    gatherBacklogs(deps, may),
    deps.alarms.list(),
    deps.switches.list(),
    outboxState(deps),
  ]);
  return { backlogs, alarms, switches, outbox };
}

/** The overview of a reader. */
export function overviewOf({ config, clock, env }: OverviewDeps, { backlogs, alarms, switches, outbox }: Facts, may: May): Overview {
  const isMailOff = config.read("provider.email") === OFF;
  return {
    alarms: alarmsView({ alarms, backlogs, isMailOff, now: clock.now() }, may),
    ...queuesView(backlogs, may),
    ...(may(PART_PERMISSIONS.money) && { money: moneyView(backlogs) }),
    ...(may(PART_PERMISSIONS.outbox) && { outbox: outboxView(backlogs, outbox) }),
    ...(may(PART_PERMISSIONS.webhooks) && { webhooks: webhooksView(backlogs) }),
    ...(may(PART_PERMISSIONS.switches) && { switches: switchesView(switches) }),
    ...(may(PART_PERMISSIONS.opening) && { opening: openingSteps({ config, env }, backlogs, alarms) }),
  };
}
