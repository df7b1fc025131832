/** The location of a visitor, as precise as the GeoIP database or the delivery network knows it. */
export interface GeoLocation {
  /** Two upper-case letters. */
  readonly country: string | null;
  readonly city: string | null;
  readonly region: string | null;
  /** Two upper-case letters. */
  readonly continent: string | null;
  /** IANA name. */
  readonly timezone: string | null;
}

export const UNKNOWN_LOCATION: GeoLocation = { country: null, city: null, region: null, continent: null, timezone: null };

/**
 * The location from the lookup. When the lookup finds no country, country and city of the delivery network count instead (spec 4.5, 4.6).
 * It finds none for records of a continent or of an operator's network. So a city never stands beside the country of the other source.
 */
export function resolveLocation(
  lookedUp: GeoLocation | null,
  edge: { readonly country?: string | undefined; readonly city?: string | undefined },
): GeoLocation {
  if (lookedUp?.country) return lookedUp;
  return { ...(lookedUp ?? UNKNOWN_LOCATION), country: edge.country ?? null, city: lookedUp?.city ?? edge.city ?? null };
}
