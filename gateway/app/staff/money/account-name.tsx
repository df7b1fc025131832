import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Person } from "../parts/person.tsx";
import { WALLET_NAMES } from "./wallets-of.tsx";

/** Whose wallet an account is, as in `user:<id>:earnings`; null: it is one of the platform. */
export function ownerOf(account: string) {
  const [, userId, kind] = /^user:([^:]+):(wallet|earnings)$/.exec(account) ?? [];
  return userId === undefined ? null : ({ userId, kind: kind === "wallet" ? "FAN" : "CREATOR" } as const);
}

export function AccountName({ of: account }: { readonly of: string }): VNode {
  const { t } = useReader();
  const owner = ownerOf(account);
  if (owner === null) return <code dir="ltr">{account}</code>;
  return (
    <span>
      <Person userId={owner.userId} />
      {" · "}
      {t(WALLET_NAMES[owner.kind])}
    </span>
  );
}
