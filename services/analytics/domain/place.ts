/** Where a visitor is, as far as a database of addresses knows. */
export interface Place {
  /** Two upper-case letters. */
  readonly country: string | null;
  readonly city: string | null;
  readonly region: string | null;
  /** Two upper-case letters. */
  readonly continent: string | null;
  /** IANA name. */
  readonly timezone: string | null;
}

export const NOWHERE: Place = { country: null, city: null, region: null, continent: null, timezone: null };

/**
 * The looked up place; what the delivery network says counts only when the lookup names no country (spec 4.5, 4.6), which is also
 * what a record of a continent or of an operator's network does. The two are never mixed to a city of another country.
 */
export function placeOf(found: Place | null, edge: { readonly country?: string | undefined; readonly city?: string | undefined }): Place {
  if (found?.country) return found;
  return { ...(found ?? NOWHERE), country: edge.country ?? null, city: found?.city ?? edge.city ?? null };
}
