/** Decoded parameters of an address, by name. */
export type PathParams = Readonly<Record<string, string>>;

/** Address data that a client-rendered page receives. */
export interface AppPage {
  readonly params: PathParams;
  readonly query: URLSearchParams;
}
