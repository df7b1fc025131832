import { type KeyedMutex, keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import type { Cache } from "#libs/platform/counters/counter-store.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { type KycProvider, kycSlot } from "#libs/providers/kyc/kyc-slot.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { type SocialProofProvider, socialProofSlot } from "#libs/providers/social-proof/social-proof-slot.ts";
import type { StorageProvider } from "#libs/providers/storage/storage-provider.ts";
import { storageSlot } from "#libs/providers/storage/storage-slot.ts";
import { type BioLinkStore, bioLinkStore } from "./data/bio-link.store.ts";
import { type BioPageStore, bioPageStore } from "./data/bio-page.store.ts";
import { type CreatorDayStore, creatorDayStore } from "./data/creator-day.store.ts";
import { type CreatorListStore, creatorListStore } from "./data/creator-list.store.ts";
import { type CreatorProfileStore, creatorProfileStore } from "./data/creator-profile.store.ts";
import { type CreatorSearchStore, creatorSearchStore } from "./data/creator-search.store.ts";
import { type DiscoveryStore, discoveryStore } from "./data/discovery.store.ts";
import { type DmPackageStore, dmPackageStore } from "./data/dm-package.store.ts";
import { type FollowStore, followStore } from "./data/follow.store.ts";
import { type IdentityCipher, identityCipher } from "./data/identity-cipher.ts";
import { type IdentityFileStore, identityFileStore } from "./data/identity-file.store.ts";
import { type IdentityFormStore, identityFormStore } from "./data/identity-form.store.ts";
import { type KycStore, kycStore } from "./data/kyc.store.ts";
import { type LevelStore, levelStore } from "./data/level.store.ts";
import { type PagingSessions, pagingSessions } from "./data/paging-sessions.ts";
import { type SocialAccountStore, socialAccountStore } from "./data/social-account.store.ts";
import { type UpgradeSagaStore, upgradeSagaStore } from "./data/upgrade-saga.store.ts";
import { type VacationStore, vacationStore } from "./data/vacation.store.ts";

/** Dependencies of the actions, event handlers and jobs of this service. */
export interface Deps extends Foundation {
  /** One change of a creator's status, level or vacation, and one upgrade of a user, at a time: in parallel they would conflict. */
  readonly mutex: KeyedMutex;
  readonly profiles: CreatorProfileStore;
  readonly creatorLists: CreatorListStore;
  readonly vacations: VacationStore;
  readonly bioPages: BioPageStore;
  readonly links: BioLinkStore;
  readonly packages: DmPackageStore;
  readonly sagas: UpgradeSagaStore;
  readonly follows: FollowStore;
  readonly socials: SocialAccountStore;
  readonly socialProofs: Slot<SocialProofProvider>;
  readonly discovery: DiscoveryStore;
  readonly search: CreatorSearchStore;
  readonly pagingSessions: PagingSessions;
  readonly cache: Cache;
  readonly days: CreatorDayStore;
  readonly levels: LevelStore;
  readonly kycChecks: KycStore;
  readonly kycProvider: Slot<KycProvider>;
  readonly identityForms: IdentityFormStore;
  readonly identityFiles: IdentityFileStore;
  readonly identityCipher: IdentityCipher;
  readonly storage: Slot<StorageProvider>;
}

/** Dependencies of the running service. */
export function liveDeps(runtime: Runtime): Deps {
  const foundation = createFoundation(runtime, { service: "creator", uses: ["outbox", "inbox", "audit"] });
  const { database } = foundation;
  return {
    ...foundation,
    mutex: keyedMutex({ failsWaiters: isStoreUnavailable }),
    profiles: creatorProfileStore(database),
    creatorLists: creatorListStore(database),
    vacations: vacationStore(database),
    bioPages: bioPageStore(database),
    links: bioLinkStore(database),
    packages: dmPackageStore(database),
    sagas: upgradeSagaStore(database),
    follows: followStore(database),
    socials: socialAccountStore(database),
    socialProofs: socialProofSlot(runtime),
    discovery: discoveryStore(database),
    search: creatorSearchStore(database),
    pagingSessions: pagingSessions(runtime.counters),
    cache: runtime.counters.cache,
    days: creatorDayStore(database),
    levels: levelStore(database),
    kycChecks: kycStore(database),
    kycProvider: kycSlot(runtime),
    identityForms: identityFormStore(database),
    identityFiles: identityFileStore(database),
    identityCipher: identityCipher(runtime.env.secrets.contentKeys),
    storage: storageSlot(runtime),
  };
}
