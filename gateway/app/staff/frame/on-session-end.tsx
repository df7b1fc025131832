import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { SignInAgainProps } from "./sign-in-again.tsx";

/** The sign-in above a page whose session has ended. Few readers need it, so it is loaded then. */
export function OnSessionEnd(props: SignInAgainProps): VNode | null {
  const [loaded, setLoaded] = useState<{ readonly SignInAgain: FunctionComponent<SignInAgainProps> } | null>(null);
  useEffect(() => void import("./sign-in-again.tsx").then(setLoaded), []);
  return loaded && <loaded.SignInAgain {...props} />;
}
