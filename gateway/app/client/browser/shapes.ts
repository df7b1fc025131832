/** Whether a value that the device has stored, perhaps for an older version of the page, has the form that is expected now. */
export type Shape<T> = (value: unknown) => value is T;

export const text: Shape<string> = (value) => typeof value === "string";
export const number: Shape<number> = (value) => typeof value === "number";
export const flag: Shape<boolean> = (value) => typeof value === "boolean";

export const oneOf =
  <const T>(...values: readonly T[]): Shape<T> =>
  (value): value is T =>
    values.includes(value as T);

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value): value is T | null =>
    value === null || shape(value);

export const listOf =
  <T>(shape: Shape<T>): Shape<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(shape);

export const pairOf =
  <A, B>(first: Shape<A>, second: Shape<B>): Shape<[A, B]> =>
  (value): value is [A, B] =>
    Array.isArray(value) && first(value[0]) && second(value[1]);

/** A field that may be absent. */
export const optional =
  <T>(shape: Shape<T>): Shape<T> =>
  (value): value is T =>
    value === undefined || shape(value);

/** Further fields do not matter. */
export const object =
  <T extends object>(shapes: { readonly [Name in keyof T]-?: Shape<T[Name]> }): Shape<T> =>
  (value): value is T =>
    typeof value === "object" &&
    value !== null &&
    Object.entries<Shape<unknown>>(shapes).every(([name, shape]) => shape((value as Readonly<Record<string, unknown>>)[name]));
