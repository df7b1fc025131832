import { dataOf } from "#libs/client/index.ts";
import { go, onward } from "./navigation.ts";
import { orNull } from "./or-null.ts";
import { api, pageData } from "./surroundings.ts";

const get = (topupId: string) => dataOf(api.GET("/wallet/topups/{topupId}", { params: { path: { topupId } } }));

export type TopUp = Awaited<ReturnType<typeof get>>;

/** A top-up of the reader; null: there is none of this id. */
export const findTopUp = (topupId: string): Promise<TopUp | null> => orNull(get(topupId), 404);

/** Begins a top-up and goes on to where it is paid, and from there to `next`. All attempts with one key and amount are one top-up. */
export async function beginTopUp(amount: string, key: string, next: string): Promise<void> {
  const params = { header: { "Idempotency-Key": key } };
  const { topupId } = await dataOf(api.POST("/wallet/topups", { params, body: { amount } }));
  go(`/sandbox/pay/${topupId}${onward(next)}`);
}

/** As {@link findTopUp}; a provider is asked about one that is open. The sandbox is not: it would take the question for a payment. */
export async function newestTopUp(topupId: string): Promise<TopUp | null> {
  const topUp = await findTopUp(topupId);
  if (topUp?.status !== "PENDING" || pageData.testPayments) return topUp;
  return dataOf(api.POST("/wallet/topups/{topupId}/confirm", { params: { path: { topupId } } }));
}
