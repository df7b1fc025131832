/** Platforms, regions and tiers are codes in capitals; people may write them as they like. */
export function scopeCode(value: string): string {
  return value.toUpperCase();
}
