import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";
import * as account from "./account/index.ts";
import * as analytics from "./analytics/index.ts";
import * as config from "./config/index.ts";
import * as content from "./content/index.ts";
import * as creator from "./creator/index.ts";
import * as messaging from "./messaging/index.ts";
import * as notification from "./notification/index.ts";
import * as personalData from "./personal-data.ts";
import * as wallet from "./wallet/index.ts";
import * as webhook from "./webhook/index.ts";

const declared: unknown[] = [
  personalData,
  personalData.eraseUser,
  personalData.exportUser,
  account,
  analytics,
  config,
  content,
  creator,
  messaging,
  notification,
  wallet,
  webhook,
].flatMap((service) => Object.values(service));

function isAction(value: unknown): value is ActionContract {
  return typeof value === "object" && value !== null && "params" in value && "returns" in value;
}

function isEvent(value: unknown): value is EventContract {
  return typeof value === "object" && value !== null && "payload" in value;
}

/** Every action of the system. */
export const allContracts: readonly ActionContract[] = declared.filter(isAction);

/** Every durable event of the system. */
export const allEvents: readonly EventContract[] = declared.filter(isEvent);
