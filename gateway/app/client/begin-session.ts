import { session } from "./api.ts";
import { rememberOwnPage } from "./own-page.ts";
import { forgetOwnReader } from "./own-reader.ts";

interface SignedIn {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/** Begins the session of the user who has just signed in here, perhaps after another one. */
export function beginSession({ accessToken, expiresIn }: SignedIn): void {
  forgetOwnReader();
  session.begin(accessToken, expiresIn);
  void rememberOwnPage();
}
