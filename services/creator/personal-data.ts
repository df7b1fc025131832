import type { Connection } from "mongoose";
import type { DataSubject, PersonalData } from "#libs/personal-data/personal-data.ts";
import { erased } from "#libs/personal-data/rows.ts";
import { auditTrail, IMPERSONAL, namesInFacts } from "#libs/personal-data/shared-collections.ts";
import { bioLinkModel } from "./data/bio-link.model.ts";
import { bioPageModel } from "./data/bio-page.model.ts";
import { creatorDayModel } from "./data/creator-day.model.ts";
import { creatorProfileModel } from "./data/creator-profile.model.ts";
import { dmPackageModel } from "./data/dm-package.model.ts";
import { followModel } from "./data/follow.model.ts";
import { socialAccountModel } from "./data/social-account.model.ts";
import { upgradeSagaModel } from "./data/upgrade-saga.model.ts";
import { erasedFollows } from "./erased-follows.ts";

/** What this service knows about people, and what becomes of it when their account is deleted. The profile goes last: the rest is found by it. */
export function creatorPersonalData(connection: Connection): PersonalData {
  const ofCreator = ({ creatorId }: DataSubject) => (creatorId === null ? null : { creatorId });
  const ofUser = ({ userId }: DataSubject) => ({ userId });
  return {
    rows: [
      erased(bioPageModel(connection), ofCreator, ({ _id, ...page }) => page),
      erased(bioLinkModel(connection), ofCreator, ({ _id, ...link }) => link),
      erased(creatorDayModel(connection), ofUser, ({ _id, expiresAt, ...day }) => day),
      erased(dmPackageModel(connection), ofCreator, ({ _id, ...offer }) => offer),
      erased(upgradeSagaModel(connection), ofUser),
      erasedFollows(connection),
      // Those who follow the creator. It is their row, too, but it points to nobody then.
      erased(followModel(connection), ofCreator),
      erased(socialAccountModel(connection), ofCreator, ({ _id, code, ...account }) => account),
      erased(creatorProfileModel(connection), ofUser, ({ userFactsAt, kyc, ...profile }) => profile),
      namesInFacts(connection, ["userId", "username"]),
      auditTrail(connection),
    ],
    impersonal: { ...IMPERSONAL },
  };
}
