import type { TextKey } from "#gateway/ui/texts.ts";
import type { TopUp } from "../client/top-ups.ts";

/** What has gone back of a top-up since it was credited, each sum with its name. */
export function goneBack({ refunded, disputed }: TopUp): readonly (readonly [name: TextKey, amount: string])[] {
  const sums = [
    ["page.topup.refunded", refunded],
    ["page.topup.disputed", disputed],
  ] as const;
  return sums.filter(([, amount]) => Number(amount) !== 0);
}
