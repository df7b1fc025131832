import { ApiError, dataOf } from "#libs/client/index.ts";
import { api, pageData } from "./surroundings.ts";

const get = (topupId: string) => dataOf(api.GET("/wallet/topups/{topupId}", { params: { path: { topupId } } }));

export type TopUp = Awaited<ReturnType<typeof get>>;

/** A top-up of the reader; null: there is none of this id. */
export async function findTopUp(topupId: string): Promise<TopUp | null> {
  try {
    return await get(topupId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** As {@link findTopUp}; a provider is asked about one that is open. The sandbox is not: it would take the question for a payment. */
export async function newestTopUp(topupId: string): Promise<TopUp | null> {
  const topUp = await findTopUp(topupId);
  if (topUp?.status !== "PENDING" || pageData.testPayments) return topUp;
  return dataOf(api.POST("/wallet/topups/{topupId}/confirm", { params: { path: { topupId } } }));
}
