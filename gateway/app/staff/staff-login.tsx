import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { go, nextPath } from "../client/navigation.ts";
import type { AppPage } from "../ui/app-page.ts";
import { useForm } from "../ui/form/use-form.ts";
import { SignInForm } from "../ui/sign-in-form.tsx";
import { signIn } from "./staff-session.ts";

/** Signs a staff member in and returns to the requested page. */
export default function StaffLogin({ query }: AppPage): VNode {
  const { t } = useReader();
  const form = useForm();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.signIn")}</h1>
      <SignInForm
        form={form}
        autocomplete="username"
        send={(credentials) =>
          form.run(async () => {
            await signIn(credentials);
            go(nextPath(query, "/admin"), "replace");
          })
        }
      />
    </>
  );
}
