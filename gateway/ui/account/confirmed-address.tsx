import type { VNode } from "preact";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Name } from "../parts/values.tsx";

interface ConfirmedAddressProps {
  /** The address; empty: it is not known here, because a page without script does not learn it. */
  readonly email?: string;
  /** Path to go on to after signing in; empty: none. */
  readonly next?: string;
  /** Receiver of the message that was begun before; null: none was. */
  readonly to?: string | null;
}

/** The address is confirmed in another browser than the one that registered it, so its owner signs in here. */
export function ConfirmedAddress({ email = "", next = "", to = null }: ConfirmedAddressProps): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.verify.done")}</h1>
      {email !== "" && (
        <p>
          <bdi dir="ltr">{email}</bdi>
        </p>
      )}
      <p class="actions">
        <a class="button primary" href={signInAddress(email, next)}>
          {to === null ? (
            t("page.login.signIn")
          ) : (
            <span>
              <Sentence of="page.drafts.continue" parts={{ name: <Name>{to}</Name> }} />
            </span>
          )}
        </a>
      </p>
    </>
  );
}

/** The sign-in page with the address filled in. What follows `#` reaches neither servers nor their logs. */
export function signInAddress(email: string, next: string): string {
  const query = next === "" ? "" : `?next=${encodeURIComponent(next)}`;
  return `/login${query}${email === "" ? "" : `#email=${encodeURIComponent(email)}`}`;
}
