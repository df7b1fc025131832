type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that were sent; null is a value, absence is not. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
