import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Terms } from "#gateway/ui/account/terms.tsx";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { ApiError } from "#libs/client/send.ts";
import { acceptInvitation } from "#libs/contracts/account/staff.ts";
import { api, session } from "../client/api.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { type FormState, useForm } from "../ui/form/use-form.ts";

const MAX_CHARACTERS = 256;
/** What is refused for an address without account only. */
const OF_NEW_ACCOUNT: readonly string[] = ["auth.password.too_short", "auth.register.terms_required"];

/** The page of the link that invites to the staff. The link acts only when the button is pressed, because virus scanners open links. */
export default function AcceptInvitation(): VNode {
  const { t } = useReader();
  const [linked] = useState(() => pastedToken(location.hash));
  const [isOwner, setOwner] = useState(() => session.isSignedIn());
  const [isDone, setDone] = useState(false);
  const form = useForm();
  const accept = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    const displayName = text("displayName");
    const own = isOwner ? {} : { password: String(fields.get("password")), acceptTerms: true, ...(displayName !== "" && { displayName }) };
    await api.call(acceptInvitation, { token: pastedToken(text("token")), ...own }).catch((error: unknown) => {
      // Another person is signed in here.
      if (error instanceof ApiError && OF_NEW_ACCOUNT.includes(error.i18nKey)) setOwner(false);
      throw error;
    });
    setDone(true);
  };
  if (isDone) return <Done />;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.invited.title")}</h1>
      <Form form={form} onSend={(fields) => form.run(() => accept(fields))}>
        <Field
          label={t("page.token.code")}
          name="token"
          value={linked}
          autocomplete="one-time-code"
          spellcheck={false}
          dir="ltr"
          required
        />
        {isOwner ? <p>{t("page.invited.owner")}</p> : <NewAccount />}
        <Refused />
        <First of={form} />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.invited.accept")}
          </Button>
        </p>
      </Form>
    </>
  );
}

/** Name, password and consent of a person who has no account yet. */
function NewAccount(): VNode {
  const { t } = useReader();
  return (
    <>
      <Field label={t("page.register.name")} name="displayName" autocomplete="name" maxLength={100} dir="auto" />
      <Field
        label={t("page.login.password")}
        name="password"
        type="password"
        autocomplete="new-password"
        maxLength={MAX_CHARACTERS}
        required
      />
      <Terms />
    </>
  );
}

/** What the owner of an account does first, with the way there. */
const FIRST = {
  "staff.invitation.sign_in_first": { href: "/login", text: "page.login.signIn" },
  "staff.invitation.password_first": { href: "/forgot-password", text: "page.login.forgot" },
} as const;

function First({ of: { failure } }: { readonly of: FormState }): VNode | null {
  const { t } = useReader();
  const key = failure instanceof ApiError ? failure.i18nKey : "";
  const first = Object.entries(FIRST).find(([refusal]) => refusal === key)?.[1];
  if (!first) return null;
  return (
    <p>
      <a href={first.href}>{t(first.text)}</a> {t("page.invited.again")}
    </p>
  );
}

function Done(): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.invited.done")}</h1>
      <p class="actions">
        <a class="button primary" href="/admin/login" data-document>
          {t("page.login.signIn")}
        </a>
      </p>
    </>
  );
}
