import { claimCreatorIdentity, getUserSummary, releaseCreatorIdentity, settleCreatorIdentity } from "#libs/contracts/account/index.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { abandonKycAction } from "./actions/abandon-kyc.ts";
import { addIdentityFileAction } from "./actions/add-identity-file.ts";
import { addLinkAction } from "./actions/add-link.ts";
import { addSocialAction } from "./actions/add-social.ts";
import { adminVerifySocialAction } from "./actions/admin-verify-social.ts";
import { discoverCategoryAction } from "./actions/discover-category.ts";
import { discoverCreatorsAction } from "./actions/discover-creators.ts";
import { discoverPlatformsAction } from "./actions/discover-platforms.ts";
import { findObjectAction } from "./actions/find-object.ts";
import { followCreatorAction } from "./actions/follow-creator.ts";
import { getBacklogAction } from "./actions/get-backlog.ts";
import { getBioPageAction } from "./actions/get-bio-page.ts";
import { getCreatorAction } from "./actions/get-creator.ts";
import { getDataSubjectAction } from "./actions/get-data-subject.ts";
import { getDmSettingsAction } from "./actions/get-dm-settings.ts";
import { getEmbeddedBioAction } from "./actions/get-embedded-bio.ts";
import { getFollowAction } from "./actions/get-follow.ts";
import { getIdentityCheckAction } from "./actions/get-identity-check.ts";
import { getIdentityFileAction } from "./actions/get-identity-file.ts";
import { getKycAction } from "./actions/get-kyc.ts";
import { getMyProfileAction } from "./actions/get-my-profile.ts";
import { getPayoutStandingAction } from "./actions/get-payout-standing.ts";
import { getPublicBioAction } from "./actions/get-public-bio.ts";
import { getQrCodeAction } from "./actions/get-qr-code.ts";
import { getVacationAction } from "./actions/get-vacation.ts";
import { listCreatorsAction } from "./actions/list-creators.ts";
import { listFollowsAction } from "./actions/list-follows.ts";
import { listLinksAction } from "./actions/list-links.ts";
import { listSocialsAction } from "./actions/list-socials.ts";
import { orderLinksAction } from "./actions/order-links.ts";
import { removeIdentityFileAction } from "./actions/remove-identity-file.ts";
import { removeLinkAction } from "./actions/remove-link.ts";
import { removeSocialAction } from "./actions/remove-social.ts";
import { saveIdentityFormAction } from "./actions/save-identity-form.ts";
import { setKycStatusAction } from "./actions/set-kyc-status.ts";
import { setLevelAction } from "./actions/set-level.ts";
import { setStatusAction } from "./actions/set-status.ts";
import { setVacationAction } from "./actions/set-vacation.ts";
import { startKycAction } from "./actions/start-kyc.ts";
import { submitKycAction } from "./actions/submit-kyc.ts";
import { trackLinkClickAction } from "./actions/track-link-click.ts";
import { unfollowCreatorAction } from "./actions/unfollow-creator.ts";
import { updateBioPageAction } from "./actions/update-bio-page.ts";
import { updateDmSettingsAction } from "./actions/update-dm-settings.ts";
import { updateLinkAction } from "./actions/update-link.ts";
import { updateMyProfileAction } from "./actions/update-my-profile.ts";
import { upgradeAction } from "./actions/upgrade.ts";
import { verifySocialAction } from "./actions/verify-social.ts";
import { bioLinks } from "./data/bio-link.model.ts";
import { bioPages } from "./data/bio-page.store.ts";
import { creatorDays } from "./data/creator-day.store.ts";
import { creatorProfiles } from "./data/creator-profile.model.ts";
import { creatorSearch } from "./data/creator-search.store.ts";
import { dmPackages } from "./data/dm-package.store.ts";
import { follows } from "./data/follow.store.ts";
import { identityFiles } from "./data/identity-file.store.ts";
import { identityForms } from "./data/identity-form.store.ts";
import { socialAccounts } from "./data/social-account.model.ts";
import { upgradeSagas } from "./data/upgrade-saga.model.ts";
import { type Deps, liveDeps } from "./deps.ts";
import { onMessageEvents } from "./events/on-message-events.ts";
import { onPayeeChanged } from "./events/on-payee-changed.ts";
import { onPayoutProcessed } from "./events/on-payout-processed.ts";
import { onUserChanged } from "./events/on-user-changed.ts";
import { creatorJobs } from "./jobs.ts";
import { creatorPersonalData } from "./personal-data.ts";

/** Creators: upgrade, profile, bio page, message settings, vacation, identity check, level, discovery (spec 2.2, 2.3, 2.9, 4.2, 4.3, 4.12). */
export function creatorService(runtime: Runtime): PlatformServiceSchema {
  const deps = liveDeps(runtime);
  return defineService(deps, {
    actions: {
      upgrade: upgradeAction(deps),
      ...profileActions(deps),
      ...bioActions(deps),
      ...kycActions(deps),
      ...audienceActions(deps),
      ...adminActions(deps),
      ...internalActions(deps),
    },
    calls: [claimCreatorIdentity, settleCreatorIdentity, releaseCreatorIdentity, getUserSummary],
    consumes: [onUserChanged(deps), ...onMessageEvents(deps), onPayeeChanged(deps), onPayoutProcessed(deps)],
    jobs: creatorJobs(deps),
    collections: [
      creatorProfiles,
      bioPages,
      bioLinks,
      dmPackages,
      socialAccounts,
      follows,
      creatorDays,
      creatorSearch,
      upgradeSagas,
      identityForms,
      identityFiles,
    ],
    personalData: creatorPersonalData(deps.database, deps),
  });
}

export default loadable(creatorService);

const profileActions = (deps: Deps) => ({
  getMyProfile: getMyProfileAction(deps),
  updateMyProfile: updateMyProfileAction(deps),
  updateDmSettings: updateDmSettingsAction(deps),
  getVacation: getVacationAction(deps),
  setVacation: setVacationAction(deps),
});

const bioActions = (deps: Deps) => ({
  getBioPage: getBioPageAction(deps),
  updateBioPage: updateBioPageAction(deps),
  getQrCode: getQrCodeAction(deps),
  getPublicBio: getPublicBioAction(deps),
  getEmbeddedBio: getEmbeddedBioAction(deps),
  listLinks: listLinksAction(deps),
  addLink: addLinkAction(deps),
  updateLink: updateLinkAction(deps),
  removeLink: removeLinkAction(deps),
  orderLinks: orderLinksAction(deps),
  trackLinkClick: trackLinkClickAction(deps),
  listSocials: listSocialsAction(deps),
  addSocial: addSocialAction(deps),
  removeSocial: removeSocialAction(deps),
  verifySocial: verifySocialAction(deps),
});

const kycActions = (deps: Deps) => ({
  getKyc: getKycAction(deps),
  startKyc: startKycAction(deps),
  submitKyc: submitKycAction(deps),
  abandonKyc: abandonKycAction(deps),
  saveIdentityForm: saveIdentityFormAction(deps),
  addIdentityFile: addIdentityFileAction(deps),
  removeIdentityFile: removeIdentityFileAction(deps),
});

const audienceActions = (deps: Deps) => ({
  discoverCategory: discoverCategoryAction(deps),
  discoverCreators: discoverCreatorsAction(deps),
  discoverPlatforms: discoverPlatformsAction(deps),
  followCreator: followCreatorAction(deps),
  unfollowCreator: unfollowCreatorAction(deps),
  getFollow: getFollowAction(deps),
  listFollows: listFollowsAction(deps),
});

const adminActions = (deps: Deps) => ({
  setStatus: setStatusAction(deps),
  setKycStatus: setKycStatusAction(deps),
  listCreators: listCreatorsAction(deps),
  getCreator: getCreatorAction(deps),
  getIdentityCheck: getIdentityCheckAction(deps),
  getIdentityFile: getIdentityFileAction(deps),
  setLevel: setLevelAction(deps),
  adminVerifySocial: adminVerifySocialAction(deps),
});

const internalActions = (deps: Deps) => ({
  getDmSettings: getDmSettingsAction(deps),
  getPayoutStanding: getPayoutStandingAction(deps),
  getBacklog: getBacklogAction(deps),
  getDataSubject: getDataSubjectAction(deps),
  findObject: findObjectAction(deps),
});
