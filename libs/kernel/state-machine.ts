/** A move of a state machine: where it may start and where it ends. */
export interface Move<S extends string> {
  readonly from: readonly S[];
  readonly to: S;
}

/** Declares the moves of a state machine; the statuses are named so that a typing error does not compile. */
export function moves<const S extends string, const M extends Record<string, Move<S>>>(_statuses: readonly S[], table: M): M {
  return table;
}
