const DIRECT = "direct";

/** Host of a referrer without one leading `www.`; `direct` when there is none (spec 4.5). */
export function referrerDomain(referrer: string | undefined): string {
  if (!referrer || !URL.canParse(referrer)) return DIRECT;
  return new URL(referrer).hostname.replace(/^www\./, "") || DIRECT;
}
