import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { passkeyAddress, signWithPasskey } from "../../client/browser/passkeys.ts";
import { type PasskeyProps, usePasskeyInField } from "./use-passkey-in-field.ts";

/** Answers a question with a passkey. */
export function PasskeyButton({ work: { busy, run }, ask, send }: PasskeyProps): VNode {
  const { t } = useReader();
  const [address, setAddress] = useState<string | null>(null);
  const use = () =>
    run(async () => {
      const { challengeToken, publicKey } = await ask();
      const elsewhere = passkeyAddress(publicKey.rpId);
      if (elsewhere !== null) return setAddress(elsewhere);
      const credential = await signWithPasskey(publicKey);
      if (credential) await send({ challengeToken, credential });
    });
  if (address !== null) return <PasskeyElsewhere address={address} />;
  return (
    <Button busy={busy} onClick={() => void use()}>
      {t("page.login.passkey")}
    </Button>
  );
}

/** The same, with passkeys offered in the field for the address as well. */
export function PasskeyWays(props: PasskeyProps): VNode {
  usePasskeyInField(props);
  return <PasskeyButton {...props} />;
}

/** Where no passkey can work: the address to open instead. */
export function PasskeyElsewhere({ address }: { readonly address: string }): VNode {
  const link = (
    <a href={address}>
      <bdi dir="ltr">{address}</bdi>
    </a>
  );
  return (
    <span role="status">
      <Sentence of="page.login.passkeyElsewhere" parts={{ address: link }} />
    </span>
  );
}
