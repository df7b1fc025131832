import type { ConfigReader } from "#libs/config/reader.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { updateDmSettings } from "#libs/contracts/creator.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import { formatMoney, type Money, minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { CreatorProfile } from "../data/creator-profile.model.ts";
import type { ProfileFields } from "../data/creator-profile.store.ts";
import type { Deps } from "../deps.ts";
import { isSameOffer, type OfferWish, offerAfter } from "../domain/message-package.ts";
import { windowsCross } from "../domain/reply-window.ts";
import { ownProfile } from "../own-profile.ts";
import { profileView } from "../profile-view.ts";

/** PATCH /creators/{creatorId}/dm-settings: switches and package in one transaction. */
export const updateDmSettingsAction = (deps: Deps) =>
  implement(updateDmSettings, async ({ params, caller, requestId }) => {
    const { creatorId, dmActive, dmType, price, title, minTimeoutHours } = params;
    await ownProfile(deps.profiles, caller.userId, creatorId);
    const wish = { dmType, price: price === undefined ? undefined : parseMoney(price), title };
    const switches = given({ dmActive, dmType, minTimeoutHours });
    return deps.transaction(async (tx) => {
      const now = deps.clock.now();
      const before = await deps.profiles.byId(creatorId, tx);
      if (!before) throw new AppError("creator.error.not_owner");
      if (windowsCross({ ...before, ...switches })) throw new AppError("creator.error.invalid_timeout_range");
      const offer = await changeOffer(deps, tx, before, wish, now);
      const profile = await deps.profiles.change(tx, creatorId, { ...switches, ...accepting(before, dmActive, now) }, now);
      if (!profile) throw new AppError("creator.error.not_owner");
      const details = { ...switches, price: offer ? formatMoney(offer.price) : null };
      await deps.audit.add(tx, { actor: caller.userId, action: "creator.updateDmSettings", target: creatorId, details, requestId });
      return profileView(profile, offer, deps.config.read("site.public_host"));
    });
  });

/** Since when messages are taken, when that changes. */
function accepting(before: CreatorProfile, dmActive: boolean | undefined, now: Date): ProfileFields {
  if (dmActive === undefined || dmActive === before.dmActive) return {};
  return { acceptedDmSince: dmActive ? now : null };
}

async function changeOffer(deps: Deps, tx: Tx, { _id: creatorId, dmType }: CreatorProfile, wish: OfferWish, now: Date) {
  const current = await deps.packages.active(creatorId, tx);
  const offer = offerAfter(dmType, current, wish);
  if (offer === "price_required") throw new AppError("creator.dm.price_required");
  if (offer && wish.price !== undefined) checkRange(deps.config, wish.price);
  if (!isSameOffer(current, offer)) await deps.packages.replace(tx, creatorId, offer, now);
  return offer;
}

function checkRange(config: ConfigReader, price: Money): void {
  const minimum = minorUnitsOf(config.read("payment.package_price_min"));
  const maximum = minorUnitsOf(config.read("payment.package_price_max"));
  if (price >= minimum && price <= maximum) return;
  throw new AppError("creator.dm.price_out_of_range", { minimum: formatMoney(minimum), maximum: formatMoney(maximum) });
}
