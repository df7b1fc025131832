import type { VNode } from "preact";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { SignInForm } from "../../ui/sign-in-form.tsx";
import { signIn } from "../staff-session.ts";

interface SignInAgainProps {
  done(): void;
  close(): void;
}

/** The sign-in above a page whose session has ended: what was typed below stays. */
export function SignInAgain({ done, close }: SignInAgainProps): VNode {
  const { t } = useReader();
  const form = useForm();
  return (
    <Dialog title={t("page.console.signIn")} onClose={close}>
      <p>{t("page.error.signInAgain")}</p>
      <SignInForm
        form={form}
        autocomplete="username"
        send={(credentials) =>
          form.run(async () => {
            await signIn(credentials);
            done();
          })
        }
      />
    </Dialog>
  );
}
