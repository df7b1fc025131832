import type { Service, ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import { outboxGauge } from "#libs/events/outbox-gauge.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import type { PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { personalDataActions } from "#libs/personal-data/personal-data-actions.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { abandonKycAction } from "./actions/abandon-kyc.ts";
import { addLinkAction } from "./actions/add-link.ts";
import { addSocialAction } from "./actions/add-social.ts";
import { adminVerifySocialAction } from "./actions/admin-verify-social.ts";
import { discoverCategoryAction } from "./actions/discover-category.ts";
import { followCreatorAction } from "./actions/follow-creator.ts";
import { getBioPageAction } from "./actions/get-bio-page.ts";
import { getDataSubjectAction } from "./actions/get-data-subject.ts";
import { getDmSettingsAction } from "./actions/get-dm-settings.ts";
import { getEmbeddedBioAction } from "./actions/get-embedded-bio.ts";
import { getKycAction } from "./actions/get-kyc.ts";
import { getMyProfileAction } from "./actions/get-my-profile.ts";
import { getPayoutStandingAction } from "./actions/get-payout-standing.ts";
import { getPublicBioAction } from "./actions/get-public-bio.ts";
import { getQrCodeAction } from "./actions/get-qr-code.ts";
import { getVacationAction } from "./actions/get-vacation.ts";
import { listFollowsAction } from "./actions/list-follows.ts";
import { listLinksAction } from "./actions/list-links.ts";
import { listSocialsAction } from "./actions/list-socials.ts";
import { orderLinksAction } from "./actions/order-links.ts";
import { removeLinkAction } from "./actions/remove-link.ts";
import { removeSocialAction } from "./actions/remove-social.ts";
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
import { type Deps, liveDeps } from "./deps.ts";
import { countMessages } from "./events/count-messages.ts";
import { onPayoutProcessed } from "./events/on-payout-processed.ts";
import { onUserChanged } from "./events/on-user-changed.ts";
import { creatorJobs } from "./jobs.ts";
import { creatorPersonalData } from "./personal-data.ts";

/** Creators: how one becomes one, what they offer, when they rest (spec 2.2, 2.3, 4.2, 4.3). */
export function creatorService(runtime: Runtime): ServiceSchema & PersonalDataParts {
  const deps = liveDeps(runtime);
  const connection = runtime.database("creator");
  const personalData = creatorPersonalData(connection);
  const background: DurableParts & JobParts = {
    outbox: deps.outbox,
    durable: [onUserChanged(deps), ...countMessages(deps), onPayoutProcessed(deps)],
    jobs: [...creatorJobs(deps), outboxGauge("creator", { outbox: deps.outbox, metrics: runtime.metrics })],
  };
  return {
    name: "creator",
    personalData,
    actions: {
      ...personalDataActions("creator", { connection, clock: runtime.clock }, personalData),
      getDataSubject: getDataSubjectAction(deps),
      upgrade: upgradeAction(deps),
      getMyProfile: getMyProfileAction(deps),
      updateMyProfile: updateMyProfileAction(deps),
      getBioPage: getBioPageAction(deps),
      updateBioPage: updateBioPageAction(deps),
      getQrCode: getQrCodeAction(deps),
      listLinks: listLinksAction(deps),
      addLink: addLinkAction(deps),
      updateLink: updateLinkAction(deps),
      removeLink: removeLinkAction(deps),
      orderLinks: orderLinksAction(deps),
      trackLinkClick: trackLinkClickAction(deps),
      startKyc: startKycAction(deps),
      getKyc: getKycAction(deps),
      submitKyc: submitKycAction(deps),
      abandonKyc: abandonKycAction(deps),
      setLevel: setLevelAction(deps),
      setKycStatus: setKycStatusAction(deps),
      setVacation: setVacationAction(deps),
      getVacation: getVacationAction(deps),
      updateDmSettings: updateDmSettingsAction(deps),
      getPublicBio: getPublicBioAction(deps),
      setStatus: setStatusAction(deps),
      getDmSettings: getDmSettingsAction(deps),
      ...audienceActions(deps),
      getPayoutStanding: getPayoutStandingAction(deps),
    },
    created(this: Service) {
      deps.bind(this.broker);
    },
    started: deps.prepare,
    ...background,
  };
}

/** Who finds and follows a creator, and where else the creator is. */
const audienceActions = (deps: Deps) => ({
  discoverCategory: discoverCategoryAction(deps),
  followCreator: followCreatorAction(deps),
  unfollowCreator: unfollowCreatorAction(deps),
  listFollows: listFollowsAction(deps),
  addSocial: addSocialAction(deps),
  listSocials: listSocialsAction(deps),
  removeSocial: removeSocialAction(deps),
  verifySocial: verifySocialAction(deps),
  adminVerifySocial: adminVerifySocialAction(deps),
  getEmbeddedBio: getEmbeddedBioAction(deps),
});
