import type { VNode } from "preact";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { StaffSignIn } from "./staff-sign-in.tsx";

export interface SignInAgainProps {
  done(): void;
  close(): void;
}

/** The sign-in above a page whose session has ended: what was typed below stays. */
export function SignInAgain({ done, close }: SignInAgainProps): VNode {
  const { t } = useReader();
  return (
    <Dialog title={t("page.console.signIn")} onClose={close}>
      <StaffSignIn signedIn={done}>
        <p>{t("page.error.signInAgain")}</p>
      </StaffSignIn>
    </Dialog>
  );
}
