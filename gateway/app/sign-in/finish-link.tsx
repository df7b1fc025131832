import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { completeOAuthLink } from "#libs/contracts/account/external-sign-ins.ts";
import { api } from "../client/api.ts";
import { go } from "../client/navigation.ts";
import { ErrorNote } from "../ui/error-note.tsx";

interface LinkProps {
  /** Path to go on to. */
  readonly next: string;
  readonly code: string;
  readonly state: string;
}

/** Links the account with which the reader has come back from another provider. */
export function FinishLink({ next, code, state }: LinkProps): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => void api.call(completeOAuthLink, { code, state }).then(() => go(next, "replace"), setFailure), []);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.settings.elsewhereAdd")}</h1>
      {failure === null ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <ErrorNote error={failure} />
          <p class="actions">
            <a class="button quiet" href={next}>
              {t("page.login.back")}
            </a>
          </p>
        </>
      )}
    </>
  );
}
