import { cancelTopUp, confirmTopUp, createTopUp, getTopUp, listTopUps } from "#libs/contracts/wallet/index.ts";
import { api } from "./api.ts";
import { pageData } from "./browser/page-data.ts";
import { object, text } from "./browser/shapes.ts";
import { dropDraft, findDraft, isAgreed, keepDraft, moveAgreement } from "./drafts.ts";
import { whoAmI } from "./me.ts";
import { go, onward, ownPath } from "./navigation.ts";
import { orNull } from "./or-null.ts";

const get = (topupId: string) => api.call(getTopUp, { topupId });

export type TopUp = Awaited<ReturnType<typeof get>>;

/** Whether the message that is written on `next` is sent as soon as this top-up has succeeded. */
export const isToSend = async (topupId: string, next: string): Promise<boolean> => isAgreed(next, await userId(), topupId);

/** A top-up of the reader; null: no top-up has this id. */
export const findTopUp = (topupId: string): Promise<TopUp | null> => orNull(get(topupId), 404);

/** Why a pending top-up was begun. The API stores its amount only. */
interface Purpose {
  /** Path to return to after the payment. */
  readonly next: string;
}

const PURPOSE = object<Purpose>({ next: text });

const pageOf = (topupId: string) => `/wallet/topups/${topupId}`;

/**
 * Begins a top-up, then opens its payment page and later `next`. Attempts with the same key and amount are one top-up.
 * @param begun called before the page of the payment opens
 */
export async function beginTopUp(amount: string, key: string, next: string, begun?: (topupId: string) => void): Promise<void> {
  const topUp = await api.call(createTopUp, { amount }, { idempotencyKey: key });
  begun?.(topUp.topupId);
  if (next !== "") keepDraft<Purpose>(pageOf(topUp.topupId), await userId(), { next });
  const address = paymentAddress(topUp, next);
  if (address === null) go(`${pageOf(topUp.topupId)}${onward(next)}`);
  else if (ownPath(address, "") === "") location.assign(address);
  else go(address);
}

/** Where the payer pays: at the provider, or on the test page of this site, which returns to `next`; null: nothing is to be paid. */
export function paymentAddress({ action }: Pick<TopUp, "action">, next: string): string | null {
  if (action === null) return null;
  return ownPath(action.value, "") === "" ? action.value : `${action.value}${onward(next)}`;
}

/** Ends a pending top-up without a payment; one that was paid meanwhile is credited. */
export const endTopUp = (topupId: string): Promise<TopUp> => api.call(cancelTopUp, { topupId });

/** Where the reader wanted to go after a payment, who comes back from the provider. Empty: nowhere, or begun elsewhere. */
export async function purposeOf(topupId: string): Promise<string> {
  return findDraft(pageOf(topupId), await userId(), PURPOSE)?.next ?? "";
}

/** Begins a top-up of the same amount in place of one that has failed. A message that was to be sent after that one is sent after this one. */
export async function repeatTopUp({ topupId, amount }: TopUp, key: string, next: string): Promise<void> {
  const reader = await userId();
  await beginTopUp(amount, key, next, (again) => moveAgreement(next, reader, topupId, again));
}

/** States in which a top-up has not ended. */
const OPEN: readonly TopUp["status"][] = ["PENDING", "REVIEW", "RETURNING"];

/** The largest page of the list. */
const LISTED = 50;

/** The newest top-ups of the reader that stand among no movements, each with its return path. Empty: it has none, or was begun elsewhere. */
export async function topUpsWithoutMovement(limit: number) {
  const { items } = await api.call(listTopUps, { status: "UNCREDITED", limit: LISTED });
  const [open, unpaid] = [true, false].map((isOpen) => items.filter(({ status }) => OPEN.includes(status) === isOpen).slice(0, limit));
  return { open: await withPurpose(open ?? []), unpaid: await withPurpose(unpaid ?? []) };
}

const withPurpose = (topUps: readonly TopUp[]) =>
  Promise.all(topUps.map(async (topUp) => ({ ...topUp, next: await purposeOf(topUp.topupId) })));

export type ListedTopUp = Awaited<ReturnType<typeof withPurpose>>[number];

/** As {@link findTopUp}, but refreshes a pending one from the provider. Not for the sandbox, which would take the call for a payment. */
export async function newestTopUp(topupId: string): Promise<TopUp | null> {
  const known = await findTopUp(topupId);
  const topUp = known?.status === "PENDING" && !pageData.testPayments ? await confirm(topupId) : known;
  if (topUp?.status !== "PENDING") dropDraft(pageOf(topupId), await userId());
  return topUp;
}

const confirm = (topupId: string) => api.call(confirmTopUp, { topupId });

const userId = async () => (await whoAmI())?.id ?? null;
