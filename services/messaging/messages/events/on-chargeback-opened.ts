import { chargebackOpened } from "#libs/contracts/wallet/chargebacks.ts";
import { on } from "#libs/platform/events/on.ts";
import type { MessagesDeps } from "../deps.ts";

/** Closes and refunds the open paid messages of a fan whose payment is disputed, so that the money is there for the dispute. */
export const onChargebackOpened = (deps: Pick<MessagesDeps, "inbox" | "transaction" | "closings" | "clock">) =>
  on(chargebackOpened, deps, ({ userId }, { tx }) =>
    deps.closings.upsert(tx, { userId, reason: "CHARGEBACK", requestedAt: deps.clock.now() }),
  );
