import type { ActionContract, EventContract } from "#libs/contract-kit/contract.ts";
import * as account from "./account.ts";
import * as analytics from "./analytics.ts";
import * as config from "./config.ts";
import * as content from "./content.ts";
import * as creator from "./creator.ts";
import * as creatorBio from "./creator-bio.ts";
import * as creatorDiscovery from "./creator-discovery.ts";
import * as creatorEmbed from "./creator-embed.ts";
import * as creatorKyc from "./creator-kyc.ts";
import * as creatorLevel from "./creator-level.ts";
import * as creatorLink from "./creator-link.ts";
import * as creatorSocials from "./creator-socials.ts";
import * as creatorStanding from "./creator-standing.ts";
import * as messaging from "./messaging.ts";
import * as notification from "./notification.ts";
import * as personalData from "./personal-data.ts";
import * as wallet from "./wallet.ts";
import * as webhook from "./webhook.ts";

const declared: unknown[] = [
  personalData,
  personalData.eraseUser,
  personalData.exportUser,
  account,
  analytics,
  config,
  content,
  creator,
  creatorBio,
  creatorDiscovery,
  creatorEmbed,
  creatorKyc,
  creatorLevel,
  creatorLink,
  creatorSocials,
  creatorStanding,
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
