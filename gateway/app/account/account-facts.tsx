import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";

/** What identifies an account. */
export interface AccountIdentity {
  readonly email: string;
  readonly emailVerified: boolean;
  /** Null: no page was opened. */
  readonly username: string | null;
}

/** The address that signs in, and the name of the own page. */
export function AccountFacts({ email, emailVerified, username }: AccountIdentity): VNode {
  const { t } = useReader();
  const address = (
    <>
      <bdi dir="ltr">{email}</bdi>{" "}
      {emailVerified ? <Badge kind="good">{t("page.identity.confirmed")}</Badge> : <a href="/verify-email">{t("page.refusal.confirm")}</a>}
    </>
  );
  const page = username !== null && (
    <a href={`/${username}`}>
      <bdi dir="ltr">@{username}</bdi>
    </a>
  );
  return <Facts of={[[t("page.login.email"), address] as const, ...(page ? [[t("page.become.username"), page] as const] : [])]} />;
}
