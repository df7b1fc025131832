/** Months of UTC, as YYYY-MM. The first ones are before the product. */
export const isMonth = (text: string): boolean => /^2\d{3}-(0[1-9]|1[0-2])$/.test(text);

/** @param at in epoch milliseconds */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** @param by number of months, negative for earlier ones */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthOf(Date.UTC(year, number - 1 + by));
}
