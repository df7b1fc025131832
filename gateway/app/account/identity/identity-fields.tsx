import type { TargetedEvent, VNode } from "preact";
import { countriesIn } from "#gateway/ui/countries.ts";
import { Choice, Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { IDENTITY_DOCUMENTS, type IdentityDocument } from "#libs/contracts/creator/terms.ts";
import { DOCUMENT_TEXTS } from "../../ui/identity-texts.ts";

/** What is written into the form; empty where nothing is. */
export interface WrittenIdentity {
  readonly legalName: string;
  readonly birthDate: string;
  readonly country: string;
  readonly line1: string;
  readonly line2: string;
  readonly postalCode: string;
  readonly city: string;
  readonly documentKind: IdentityDocument | "";
}

const ADDRESS = {
  line1: ["page.identity.line1", "address-line1"],
  line2: ["page.identity.line2", "address-line2"],
  postalCode: ["page.identity.postalCode", "postal-code"],
  city: ["page.identity.city", "address-level2"],
} as const satisfies Record<string, readonly [TextKey, string]>;

interface FieldsProps {
  readonly written: WrittenIdentity;
  change(part: Partial<WrittenIdentity>): void;
}

/** The fields of the identity check. */
export function IdentityFields({ written, change }: FieldsProps): VNode {
  const { t, locale } = useReader();
  const common = (name: keyof WrittenIdentity) => ({
    name,
    value: written[name],
    onInput: (event: TargetedEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  });
  const none = { value: "", text: t("page.identity.choose") };
  return (
    <>
      <Field label={t("page.identity.legalName")} {...common("legalName")} autocomplete="name" maxLength={200} dir="auto" />
      <Field label={t("page.identity.birthDate")} {...common("birthDate")} type="date" autocomplete="bday" />
      <Choice
        label={t("page.identity.country")}
        name="country"
        value={written.country}
        options={[none, ...countriesIn(locale)]}
        onChange={({ currentTarget }) => change({ country: currentTarget.value })}
      />
      {Object.entries(ADDRESS).map(([name, [label, autocomplete]]) => (
        <Field
          key={name}
          label={t(label)}
          {...common(name as keyof typeof ADDRESS)}
          autocomplete={autocomplete}
          maxLength={name === "postalCode" ? 20 : 200}
          dir="auto"
        />
      ))}
      <Choice
        label={t("page.identity.kind")}
        name="documentKind"
        value={written.documentKind}
        options={[none, ...IDENTITY_DOCUMENTS.map((value) => ({ value, text: t(DOCUMENT_TEXTS[value]) }))]}
        onChange={({ currentTarget }) => change({ documentKind: IDENTITY_DOCUMENTS.find((kind) => kind === currentTarget.value) ?? "" })}
      />
    </>
  );
}
