import { implement } from "#libs/contract-kit/implement.ts";
import { updateDmSettings } from "#libs/contracts/creator/index.ts";
import { sumVars } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import { formatMoney, type Money, minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { CreatorProfileDoc } from "../data/creator-profile.model.ts";
import type { ProfileFields } from "../data/creator-profile.store.ts";
import type { Deps } from "../deps.ts";
import { isSameOffer, type Offer, type OfferChange, offerAfter } from "../domain/offer.ts";
import { hasInvalidTimeoutRange } from "../domain/reply-window.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { profileView } from "../views/profile-view.ts";

/** PATCH /creators/{creatorId}/dm-settings: changes settings and package in one transaction. */
export const updateDmSettingsAction = (deps: Deps) =>
  implement(updateDmSettings, async ({ params, caller, requestId }) => {
    const { creatorId, dmActive, dmType, price, title, minTimeoutHours } = params;
    await requireOwnProfile(deps.profiles, caller.userId, creatorId);
    const offerChange = { dmType, price: price === undefined ? undefined : parseMoney(price), title };
    const settings = given({ dmActive, dmType, minTimeoutHours });
    return deps.transaction(async (tx) => {
      const now = deps.clock.now();
      const before = await deps.profiles.find(creatorId, tx);
      if (!before) throw new AppError("creator.error.not_owner");
      if (hasInvalidTimeoutRange({ ...before, ...settings })) throw new AppError("creator.error.invalid_timeout_range");
      const offer = await changeOffer(deps, tx, before, offerChange, now);
      const profile = await deps.profiles.update(tx, creatorId, { ...settings, ...acceptedSince(before, dmActive, now) }, now);
      if (!profile) throw new AppError("creator.error.not_owner");
      const details = { ...settings, price: offer ? formatMoney(offer.price) : null };
      await deps.audit.add(tx, { actor: caller.userId, action: "creator.updateDmSettings", target: creatorId, details, requestId });
      return profileView(profile, offer, deps.config.read("site.public_host"));
    });
  });

/** The new `acceptedDmSince` when `dmActive` changes. */
function acceptedSince(before: CreatorProfileDoc, dmActive: boolean | undefined, now: Date): ProfileFields {
  if (dmActive === undefined || dmActive === before.dmActive) return {};
  return { acceptedDmSince: dmActive ? now : null };
}

async function changeOffer(
  { packages, config }: Deps,
  tx: Tx,
  { _id: creatorId, dmType }: CreatorProfileDoc,
  change: OfferChange,
  now: Date,
): Promise<Offer | null> {
  const current = await packages.findActive(creatorId, tx);
  const offer = offerAfter(dmType, current, change);
  if (offer === "price_required") throw new AppError("creator.dm.price_required");
  if (offer && change.price !== undefined) requirePriceInRange(config, change.price);
  if (!isSameOffer(current, offer)) await packages.replaceActive(tx, creatorId, offer, now);
  return offer;
}

function requirePriceInRange(config: ConfigReader, price: Money): void {
  const minimum = minorUnitsOf(config.read("payment.package_price_min"));
  const maximum = minorUnitsOf(config.read("payment.package_price_max"));
  if (price >= minimum && price <= maximum) return;
  throw new AppError("creator.dm.price_out_of_range", sumVars({ minimum, maximum }));
}
