import type { Database } from "#libs/platform/mongo/database.ts";
import type { DataSubject, PersonalData, TreatedRows } from "#libs/platform/personal-data/personal-data.ts";
import { erased, fields, retained } from "#libs/platform/personal-data/rows.ts";
import { anonymizedFacts, auditTrail, IMPERSONAL } from "#libs/platform/personal-data/shared-collections.ts";
import { bioLinks } from "./data/bio-link.model.ts";
import { bioPages } from "./data/bio-page.store.ts";
import { creatorDays } from "./data/creator-day.store.ts";
import { creatorProfiles } from "./data/creator-profile.model.ts";
import { dmPackages } from "./data/dm-package.store.ts";
import { type FollowDoc, follows } from "./data/follow.store.ts";
import { type IdentityFileDoc, identityFiles } from "./data/identity-file.store.ts";
import { type IdentityFormDoc, identityForms } from "./data/identity-form.store.ts";
import { socialAccounts } from "./data/social-account.model.ts";
import { upgradeSagas } from "./data/upgrade-saga.model.ts";
import type { Deps } from "./deps.ts";
import { removeParts } from "./kyc/identity-files.ts";

/** The personal data of this service and its treatment when an account is deleted. The profile is erased last: it holds the creator id. */
export function creatorPersonalData(database: Database, deps: Pick<Deps, "storage" | "identityCipher">): PersonalData {
  const ofCreator = ({ creatorId }: DataSubject) => (creatorId === null ? null : { creatorId });
  const ofUser = ({ userId }: DataSubject) => ({ userId });
  return {
    rows: [
      erased(database.collection(bioPages), ofCreator, ({ _id, ...page }) => page),
      erased(database.collection(bioLinks), ofCreator, ({ _id, ...link }) => link),
      erased(database.collection(creatorDays), ofUser, ({ _id, expiresAt, ...day }) => day),
      erased(database.collection(dmPackages), ofCreator, ({ _id, ...offer }) => offer),
      erased(database.collection(upgradeSagas), ofUser),
      erasedFollows(database),
      // The rows of the followers: their creator does not exist any more.
      erased(database.collection(follows), ofCreator),
      erased(database.collection(socialAccounts), ofCreator, ({ _id, code, ...account }) => account),
      fileRows(database, deps),
      ...formRows(database, deps),
      erased(database.collection(creatorProfiles), ofUser, ({ userFactsAt, kyc, ...profile }) => profile),
      anonymizedFacts(database, ["userId", "username"], ["userId", "reason"]),
      auditTrail(database),
    ],
    impersonal: { ...IMPERSONAL },
  };
}

/** The parts go first: when one stays, the row does too, and the next attempt finds it. */
function fileRows(database: Database, deps: Pick<Deps, "storage">): TreatedRows {
  const rows = database.collection(identityFiles);
  const ofUser = ({ userId }: DataSubject) => ({ userId });
  const treated = erased(rows, ofUser, fields<IdentityFileDoc>("kind", "contentType", "bytes", "sentAt", "goneAt"));
  return {
    ...treated,
    async treat(tx, subject, limit) {
      for (const file of await rows.find({ userId: subject.userId }, { tx, limit })) await removeParts(deps, file);
      return treated.treat(tx, subject, limit);
    },
  };
}

/** Who was paid must stay known. The fields of a person who was never approved say nothing about money. */
function formRows(database: Database, { identityCipher }: Pick<Deps, "identityCipher">): PersonalData["rows"] {
  const rows = database.collection(identityForms);
  const view = (form: IdentityFormDoc) => ({ ...identityCipher.openForm(form), savedAt: form.savedAt });
  return [
    erased(rows, ({ userId }) => ({ userId, approvedAt: null }), view),
    retained(rows, "TAX_AND_ACCOUNTING", ({ userId }) => ({ userId, approvedAt: { $ne: null } }), view),
  ];
}

/** The creators that a user follows; each of them loses a follower. */
function erasedFollows(database: Database): TreatedRows {
  const documents = database.collection(follows);
  const profiles = database.collection(creatorProfiles);
  const rows = erased(
    documents,
    ({ userId }) => ({ userId }),
    ({ creatorId, createdAt }) => ({ creatorId, createdAt }),
  );
  return {
    ...rows,
    async treat(tx, { userId }, limit) {
      const batch = await documents.find<Pick<FollowDoc, "_id" | "creatorId">>({ userId }, { tx, projection: { creatorId: 1 }, limit });
      if (batch.length === 0) return { count: 0, more: false };
      await documents.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } }, { tx });
      const decrements = batch.map(({ creatorId }) => ({
        updateOne: { filter: { _id: creatorId }, update: { $inc: { totalFollowers: -1 } } },
      }));
      await profiles.bulkWrite(decrements, { tx });
      return { count: batch.length, more: batch.length === limit };
    },
  };
}
