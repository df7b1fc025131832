/** Decoded values of the parameters in an address, by name. */
export type PathParams = Readonly<Record<string, string>>;

/** What a page that its script draws knows about its address. */
export interface AppPage {
  readonly params: PathParams;
  readonly query: URLSearchParams;
}
