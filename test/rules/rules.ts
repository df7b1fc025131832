import type { Area, RuleGroup } from "./area.ts";
import { accounts, administration } from "./areas/accounts.ts";
import { analyticsSessions } from "./areas/analytics-sessions.ts";
import { authentication } from "./areas/authentication.ts";
import { configuration } from "./areas/configuration.ts";
import { staffConsole } from "./areas/console.ts";
import { helpArticles, legalTexts, locales } from "./areas/content.ts";
import { identityChecks, levels, upgrades, vacation } from "./areas/creators.ts";
import { deletion, gdpr } from "./areas/deletion.ts";
import { bioPages, discovery } from "./areas/discovery.ts";
import { ease } from "./areas/ease.ts";
import { envelopes } from "./areas/envelopes.ts";
import { field } from "./areas/field.ts";
import { firstMinutes } from "./areas/first-minutes.ts";
import { guards } from "./areas/guards.ts";
import { house } from "./areas/house.ts";
import { identity } from "./areas/identity.ts";
import { moneyOfLeavers } from "./areas/leaving.ts";
import { idempotency, killSwitches, limits } from "./areas/limits.ts";
import { look } from "./areas/look.ts";
import { messages } from "./areas/messages.ts";
import { notificationState, notifications } from "./areas/notifications.ts";
import { operations } from "./areas/operations.ts";
import { bioViews, dashboards, leaving, pageViews } from "./areas/page-views.ts";
import { accessibility, app, pages, tracker } from "./areas/pages.ts";
import { payments } from "./areas/payments.ts";
import { payouts } from "./areas/payouts.ts";
import { people } from "./areas/people.ts";
import { pictures } from "./areas/pictures.ts";
import { quotes } from "./areas/quotes.ts";
import { blocks, moderation, replies, reports } from "./areas/replies.ts";
import { secondFactors } from "./areas/second-factors.ts";
import { signIn } from "./areas/sign-in.ts";
import { speed } from "./areas/speed.ts";
import { staffLists } from "./areas/staff-lists.ts";
import { store } from "./areas/store.ts";
import { load, simulation, subscribers, telemetry, trust } from "./areas/trust.ts";
import { wallet } from "./areas/wallet.ts";
import { webhooks } from "./areas/webhooks.ts";

/** The areas in the order of the page. */
export const AREAS: readonly Area[] = [
  envelopes,
  limits,
  killSwitches,
  idempotency,
  authentication,
  accounts,
  administration,
  deletion,
  gdpr,
  configuration,
  vacation,
  upgrades,
  identityChecks,
  identity,
  levels,
  bioPages,
  discovery,
  messages,
  quotes,
  replies,
  blocks,
  reports,
  moderation,
  wallet,
  moneyOfLeavers,
  payouts,
  payments,
  guards,
  notifications,
  notificationState,
  webhooks,
  analyticsSessions,
  pageViews,
  leaving,
  bioViews,
  dashboards,
  legalTexts,
  helpArticles,
  locales,
  operations,
  store,
  trust,
  subscribers,
  telemetry,
  load,
  simulation,
  speed,
  field,
  ease,
  firstMinutes,
  pages,
  tracker,
  app,
  pictures,
  staffConsole,
  staffLists,
  people,
  secondFactors,
  signIn,
  accessibility,
  look,
  house,
];

/** One rule of the interface. */
export interface Rule {
  readonly id: string;
  /** Its demand, in one sentence. */
  readonly demands: string;
  readonly area: Area;
  readonly group: RuleGroup;
  /** Whether the product does it already; then a test must prove it. */
  readonly built: boolean;
  /** Whether a command measures it instead of a test. */
  readonly isMeasured: boolean;
}

/** The rules of an area, by number. */
export function rulesOf(area: Area): readonly Rule[] {
  return area.groups
    .flatMap((group) =>
      Object.entries<string>(group.rules).map(([id, demands]) => ({
        id,
        demands,
        area,
        group,
        built: group.notBuilt === undefined,
        isMeasured: group.measured !== undefined,
      })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Every rule of the interface. */
export const RULES: readonly Rule[] = AREAS.flatMap(rulesOf);
