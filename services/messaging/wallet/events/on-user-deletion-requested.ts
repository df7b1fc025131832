import { userDeletionRequested } from "#libs/contracts/account/index.ts";
import { walletClosing } from "#libs/contracts/wallet/leaving.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import { closingSums, closingView, isAnyLeft, type SumsDeps } from "../leaving/closing-sums.ts";

type ClosingDeps = SumsDeps & Pick<Deps, "inbox" | "transaction" | "outbox">;

/** Names the sums of a user who has asked for the deletion, so that the person can still use them. */
export const onUserDeletionRequested = (deps: ClosingDeps) =>
  on(userDeletionRequested, deps, async (request, { tx }) => {
    const sums = await closingSums(deps, request.userId);
    if (isAnyLeft(sums)) await deps.outbox.add(tx, walletClosing, { ...request, ...closingView(sums) });
  });
