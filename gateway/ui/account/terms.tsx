import type { VNode } from "preact";
import { useId } from "preact/hooks";
import { useProblem } from "../parts/problems.ts";
import { useReader } from "../parts/reader.tsx";

/** The consent to the terms, with links to read them. */
export function Terms(): VNode {
  const { t } = useReader();
  const problem = useProblem("terms");
  const id = useId();
  return (
    <div class="field">
      <span class="check">
        <input
          type="checkbox"
          id={id}
          name="terms"
          required
          data-missing={t("page.register.termsProblem")}
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
