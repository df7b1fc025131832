import type { Logger } from "pino";
import { type AuditLog, auditLog } from "#libs/audit/audit-log.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { type Neighbours, neighbours } from "#libs/contract-kit/neighbours.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import { type KycProvider, kycSlot } from "#libs/providers/kyc.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { type SocialProofProvider, socialProofSlot } from "#libs/providers/social-proof.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type BioLinkStore, bioLinkStore } from "./data/bio-link.store.ts";
import { type BioPageStore, bioPageStore } from "./data/bio-page.store.ts";
import { type CreatorDayStore, creatorDayStore } from "./data/creator-day.store.ts";
import { type CreatorProfileStore, creatorProfileStore } from "./data/creator-profile.store.ts";
import { type CreatorTotals, creatorTotals } from "./data/creator-totals.store.ts";
import { type DiscoveryStore, discoveryStore } from "./data/discovery.store.ts";
import { type DmPackageStore, dmPackageStore } from "./data/dm-package.store.ts";
import { type FollowStore, followStore } from "./data/follow.store.ts";
import { type KycStore, kycStore } from "./data/kyc.store.ts";
import { type LevelStore, levelStore } from "./data/level.store.ts";
import { type SocialAccountStore, socialAccountStore } from "./data/social-account.store.ts";
import { type UpgradeSagaStore, upgradeSagaStore } from "./data/upgrade-saga.store.ts";
import { type DiscoveryWalks, discoveryWalks } from "./discovery-walks.ts";

/** What actions, events and jobs of this service need. */
export interface Deps extends Neighbours {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: ConfigReader;
  readonly faults: FaultPoints;
  readonly transaction: Transaction;
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  readonly audit: AuditLog;
  readonly profiles: CreatorProfileStore;
  readonly bioPages: BioPageStore;
  readonly links: BioLinkStore;
  readonly packages: DmPackageStore;
  readonly sagas: UpgradeSagaStore;
  readonly totals: CreatorTotals;
  readonly follows: FollowStore;
  readonly socials: SocialAccountStore;
  readonly socialProofs: Slot<SocialProofProvider>;
  readonly discovery: DiscoveryStore;
  readonly walks: DiscoveryWalks;
  readonly days: CreatorDayStore;
  readonly levels: LevelStore;
  readonly kycChecks: KycStore;
  readonly kycProvider: Slot<KycProvider>;
  prepare(): Promise<void>;
}

export function liveDeps({ clock, logger, config, faults, stream, database, env, counters }: Runtime): Deps {
  const connection = database("creator");
  const outbox = createOutbox({ connection, source: "creator", clock, stream, logger, faults });
  return {
    clock,
    logger,
    config,
    faults,
    transaction: transactionOn(connection),
    outbox,
    inbox: createInbox({ connection, clock, faults }),
    audit: auditLog({ connection, clock, outbox }),
    profiles: creatorProfileStore(connection),
    bioPages: bioPageStore(connection),
    links: bioLinkStore(connection),
    packages: dmPackageStore(connection),
    sagas: upgradeSagaStore(connection),
    totals: creatorTotals(connection),
    follows: followStore(connection),
    socials: socialAccountStore(connection),
    socialProofs: socialProofSlot({ config, clock, env }),
    discovery: discoveryStore(connection),
    walks: discoveryWalks(counters),
    days: creatorDayStore(connection),
    levels: levelStore(connection),
    kycChecks: kycStore(connection),
    kycProvider: kycSlot({ config, clock, env }),
    ...neighbours(),
    prepare: () => ensureIndexes(connection),
  };
}
