import type { FunctionComponent } from "preact";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { AppPage } from "./app-page.ts";

/** A page that the script of the shell `app` renders. */
export interface AppRoute {
  /** Parameters are written {name}. */
  readonly path: string;
  readonly title: TextKey;
  /** Signed-out users are sent to {@link entrance} first. */
  readonly signedIn: boolean;
  /** `/login` when absent, because most users have an account. */
  readonly entrance?: "/register";
  /** The server puts data into the document, so navigating to the page loads it. */
  readonly isServed?: true;
  /** Visitors get another page at this path, which the server renders. */
  readonly isShared?: true;
  /** Its document shows no user before the one who signs in on it. */
  readonly signsIn?: true;
  /** The page itself says that the address is not confirmed. */
  readonly saysUnconfirmed?: true;
  /** Consecutive pages of one place share their state. */
  readonly place?: string;
  load(): Promise<{ readonly default: FunctionComponent<AppPage> }>;
}
