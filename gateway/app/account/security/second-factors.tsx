import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { addPasskey, startPasskey } from "#libs/contracts/account/passkeys.ts";
import { getSecondFactors, removeSecondFactor, renewRecoveryCodes, startTotp } from "#libs/contracts/account/second-factors.ts";
import { api, session } from "../../client/api.ts";
import { makePasskey, passkeyAddress } from "../../client/browser/passkeys.ts";
import { forgetMe } from "../../client/me.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { PasskeyElsewhere } from "../../ui/second-step/passkey-button.tsx";
import { Setting } from "../../ui/setting.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { useWork } from "../../ui/use-work.ts";
import { AddAuthenticator, type BegunAuthenticator } from "./add-authenticator.tsx";
import { FactorList } from "./factor-list.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const load = () => api.call(getSecondFactors);

/** The second step of the sign-in: an authenticator, passkeys, and recovery codes for the day when they are lost. */
export function SecondFactors(): VNode {
  const { t } = useReader();
  const query = useQuery("second factors", load);
  const { busy, failure, run } = useWork();
  const [begun, setBegun] = useState<BegunAuthenticator | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [named, setNamed] = useState<string | null>(null);
  const add = () => run(async () => setBegun(await api.call(startTotp)));
  const addOwnPasskey = () =>
    run(async () => {
      const { challengeToken, publicKey } = await api.call(startPasskey);
      const elsewhere = passkeyAddress(publicKey.rp.id);
      if (elsewhere !== null) return setAddress(elsewhere);
      const credential = await makePasskey(publicKey);
      if (!credential) return;
      const added = await api.call(addPasskey, { challengeToken, credential });
      session.begin(added.accessToken, added.expiresIn, true);
      changed(added.recoveryCodes ?? null);
      setNamed(added.factor.id);
    });
  const renew = () => run(async () => setCodes((await api.call(renewRecoveryCodes)).recoveryCodes));
  const remove = (factorId: string) => run(() => api.call(removeSecondFactor, { factorId }).then(() => changed(null)));
  // A step-up asks for what the account has then.
  const changed = (newCodes: readonly string[] | null) => {
    forgetMe();
    setBegun(null);
    setCodes(newCodes);
    query.reload();
  };

  return (
    <Setting title={t("page.settings.factors")} hint={t("page.settings.factorsHint")}>
      {failure !== null && <ErrorNote error={failure} />}
      <Loaded query={query} lines={3}>
        {({ factors, recoveryCodesLeft }) => (
          <>
            <FactorList
              of={factors}
              busy={busy}
              named={named}
              onName={setNamed}
              onNamed={query.reload}
              onRemove={(factorId) => void remove(factorId)}
            />
            {codes && <RecoveryCodes codes={codes} onDone={() => changed(null)} />}
            {begun && <AddAuthenticator key={begun.factorId} begun={begun} onAdded={changed} onClose={() => setBegun(null)} />}
            {factors.length > 0 && <p>{t("page.settings.codesLeft", { count: recoveryCodesLeft })}</p>}
            {address !== null && (
              <p>
                <PasskeyElsewhere address={address} />
              </p>
            )}
            {!begun && (
              <Changes
                of={factors}
                busy={busy}
                onAuthenticator={() => void add()}
                onPasskey={() => void addOwnPasskey()}
                onCodes={() => void renew()}
              />
            )}
          </>
        )}
      </Loaded>
    </Setting>
  );
}

interface ChangesProps {
  readonly of: readonly { readonly kind: string }[];
  readonly busy: boolean;
  onAuthenticator(): void;
  onPasskey(): void;
  onCodes(): void;
}

function Changes({ of: factors, busy, onAuthenticator, onPasskey, onCodes }: ChangesProps): VNode {
  const { t } = useReader();
  return (
    <p class="actions">
      <Button busy={busy} onClick={onAuthenticator}>
        {t(factors.some(({ kind }) => kind === "TOTP") ? "page.settings.replaceAuthenticator" : "page.settings.addAuthenticator")}
      </Button>
      <Button busy={busy} onClick={onPasskey}>
        {t("page.settings.addPasskey")}
      </Button>
      {factors.length > 0 && (
        <Button busy={busy} onClick={onCodes}>
          {t("page.settings.renewCodes")}
        </Button>
      )}
    </p>
  );
}
