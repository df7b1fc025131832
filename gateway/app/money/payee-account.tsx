import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { countriesIn } from "#gateway/ui/countries.ts";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { type PayeeStatus, startPayee } from "#libs/contracts/wallet/payees.ts";
import { api } from "../client/api.ts";
import { ownPath } from "../client/navigation.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";

/** How the reader stands with the payment provider. */
export interface Payee {
  readonly status: PayeeStatus | null;
  readonly country: string | null;
  readonly requirementsDue: readonly string[];
  readonly isRequired: boolean;
}

/** Whether payouts go to the reader's account at the payment provider, and not to a named bank account. */
export const isPaidThere = ({ status, isRequired }: Payee): boolean => isRequired || status !== null;

const STATES = {
  ONBOARDING: { kind: "warn", text: "page.payouts.accountBegun" },
  ENABLED: { kind: "good", text: "page.payouts.accountReady" },
  RESTRICTED: { kind: "danger", text: "page.payouts.accountLacks" },
  DISABLED: { kind: "danger", text: "page.payouts.accountClosed" },
} as const satisfies Record<PayeeStatus, { readonly kind: string; readonly text: TextKey }>;

interface PayeeAccountProps {
  readonly payee: Payee;
  changed(): void;
}

/** The account at the payment provider: its state, what it lacks, and the way there. */
export function PayeeAccount({ payee: { status, country, requirementsDue }, changed }: PayeeAccountProps): VNode {
  const { t } = useReader();
  return (
    <div class="card" data-part="payee">
      <p>{t("page.payouts.accountWhy")}</p>
      {status !== null && (
        <p role="status">
          <Badge kind={STATES[status].kind}>{t(STATES[status].text)}</Badge>
        </p>
      )}
      {requirementsDue.length > 0 && (
        <>
          <p>{t("page.payouts.accountMissing")}</p>
          <ul>
            {requirementsDue.map((code) => (
              <li key={code}>
                <code dir="ltr">{code}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {status !== "DISABLED" && <WayThere status={status} known={country} changed={changed} />}
    </div>
  );
}

interface WayThereProps {
  readonly status: PayeeStatus | null;
  readonly known: string | null;
  changed(): void;
}

function WayThere({ status, known, changed }: WayThereProps): VNode {
  const { t, locale } = useReader();
  const [chosen, setChosen] = useState(known ?? "");
  const form = useForm();
  const isNew = status === null || status === "ONBOARDING";
  const start = async () => {
    let address = "";
    const isDone = await form.run(async () => {
      address = (await api.call(startPayee, { country: chosen })).action?.value ?? "";
    });
    if (!isDone) return;
    if (address !== "" && ownPath(address, "") === "") location.assign(address);
    else changed();
  };
  return (
    <Form form={form} onSend={start}>
      {isNew && (
        <Choice
          label={t("page.payouts.accountCountry")}
          name="country"
          value={chosen}
          options={[{ value: "", text: t("page.identity.choose") }, ...countriesIn(locale)]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <Refused />
      <p class="actions">
        <Button
          type="submit"
          kind={status === "ENABLED" ? "plain" : "primary"}
          busy={form.busy}
          blocked={chosen === "" ? t("page.payouts.accountCountry") : null}
        >
          {t(status === null ? "page.payouts.accountSetUp" : "page.payouts.accountGoOn")}
        </Button>
      </p>
    </Form>
  );
}
