import type { EventContract } from "#libs/contract-kit/contract.ts";
import * as account from "./account/index.ts";
import * as analytics from "./analytics/index.ts";
import * as config from "./config/index.ts";
import * as content from "./content/index.ts";
import * as creator from "./creator/index.ts";
import * as endpointEvents from "./endpoint-events.ts";
import * as messaging from "./messaging/index.ts";
import * as notification from "./notification/index.ts";
import * as personalData from "./personal-data.ts";
import * as recordHashes from "./record-hashes.ts";
import * as staffReads from "./staff-reads.ts";
import * as wallet from "./wallet/index.ts";

/**
 * Everything that the contracts declare: actions, events and other values. The actions of webhooks are left out, because they name the
 * public facts.
 */
export const declared: readonly unknown[] = [
  personalData,
  personalData.eraseUser,
  personalData.exportUser,
  recordHashes.getRecordHashes,
  staffReads.getBacklog,
  staffReads.findObject,
  account,
  analytics,
  config,
  content,
  creator,
  messaging,
  notification,
  wallet,
  endpointEvents,
].flatMap((service) => Object.values(service));

function isEvent(value: unknown): value is EventContract {
  return typeof value === "object" && value !== null && "payload" in value;
}

/** Every durable event of the system. */
export const allEvents: readonly EventContract[] = declared.filter(isEvent);
