import type { TargetedEvent, VNode } from "preact";
import { useId } from "preact/hooks";
import { Button, Field, Problem } from "./controls.tsx";
import { useReader } from "./reader.tsx";

const MIN_CHARACTERS = 8;

interface RegisterFormProps {
  readonly name?: string;
  readonly email?: string;
  /** An API error that belongs to no field. */
  readonly problem?: string | null;
  readonly nameProblem?: string | null;
  readonly emailProblem?: string | null;
  readonly passwordProblem?: string | null;
  readonly termsProblem?: string | null;
  readonly busy?: boolean;
  readonly onSubmit?: (event: TargetedEvent<HTMLFormElement>) => void;
}

/** The form for a new account. */
export function RegisterForm({
  name = "",
  email = "",
  problem = null,
  nameProblem = null,
  emailProblem = null,
  passwordProblem = null,
  termsProblem = null,
  busy = false,
  onSubmit,
}: RegisterFormProps): VNode {
  const { t } = useReader();
  return (
    <form method="post" action="/register" id="register" onSubmit={onSubmit}>
      {problem !== null && <Problem>{problem}</Problem>}
      <Field
        label={t("page.register.name")}
        name="displayName"
        value={name}
        problem={nameProblem}
        autocomplete="name"
        maxLength={100}
        dir="auto"
      />
      <Field
        label={t("page.login.email")}
        name="email"
        type="email"
        value={email}
        problem={emailProblem}
        autocomplete="username"
        dir="ltr"
        required
      />
      <Field
        label={t("page.login.password")}
        hint={t("page.register.passwordHint")}
        problem={passwordProblem}
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={MIN_CHARACTERS}
        required
      />
      <Terms problem={termsProblem} />
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {t("page.login.register")}
        </Button>
        <a class="button quiet" href="/login">
          {t("page.register.haveAccount")}
        </a>
      </p>
    </form>
  );
}

function Terms({ problem }: { readonly problem: string | null }): VNode {
  const { t } = useReader();
  const id = useId();
  return (
    <div class="field">
      <span class="check">
        <input
          type="checkbox"
          id={id}
          name="terms"
          required
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? `${id}-more` : `${id}-problem ${id}-more`}
        />
        <label for={id}>{t("page.register.terms")}</label>
      </span>
      {problem !== null && (
        <span class="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
      <span class="actions" id={`${id}-more`}>
        <a href="/legal/terms">{t("page.frame.terms")}</a>
        <a href="/legal/privacy">{t("page.frame.privacy")}</a>
      </span>
    </div>
  );
}
