import type { FunctionComponent } from "preact";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { AppPage } from "./app-page.ts";

/** A page that the script of the shell `app` draws. */
export interface AppRoute {
  /** Parameters are written {name}. */
  readonly path: string;
  readonly title: TextKey;
  /** Whoever is not signed in is sent to {@link entrance} first. */
  readonly signedIn: boolean;
  /** `/login` when absent: most who come here have an account. */
  readonly entrance?: "/register";
  /** The server puts data into its document, so going there loads it. */
  readonly isServed?: true;
  /** Pages of one place keep what they have in common when one of them is opened after another. */
  readonly place?: string;
  load(): Promise<{ readonly default: FunctionComponent<AppPage> }>;
}
