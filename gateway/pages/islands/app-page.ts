import type { PathParams } from "../../routing/endpoints.ts";

/** What a page that its script draws knows about its address. */
export interface AppPage {
  readonly params: PathParams;
  readonly query: URLSearchParams;
}
