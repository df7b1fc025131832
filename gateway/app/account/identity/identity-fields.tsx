import type { TargetedEvent, VNode } from "preact";
import { useId } from "preact/hooks";
import { Field } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { IDENTITY_DOCUMENTS, type IdentityDocument } from "#libs/contracts/creator/terms.ts";
import { countriesIn } from "./countries.ts";
import type { IdentityProblems } from "./problems.ts";

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

const DOCUMENTS: Readonly<Record<IdentityDocument, TextKey>> = {
  PASSPORT: "page.identity.passport",
  ID_CARD: "page.identity.idCard",
  DRIVING_LICENCE: "page.identity.licence",
  COMPANY_EXTRACT: "page.identity.company",
};

const ADDRESS = {
  line1: ["page.identity.line1", "address-line1"],
  line2: ["page.identity.line2", "address-line2"],
  postalCode: ["page.identity.postalCode", "postal-code"],
  city: ["page.identity.city", "address-level2"],
} as const satisfies Record<string, readonly [TextKey, string]>;

interface FieldsProps {
  readonly written: WrittenIdentity;
  readonly problems: IdentityProblems;
  change(part: Partial<WrittenIdentity>): void;
}

/** The fields of the identity check. */
export function IdentityFields({ written, problems, change }: FieldsProps): VNode {
  const { t, locale } = useReader();
  const common = (name: keyof WrittenIdentity) => ({
    name,
    value: written[name],
    problem: problems[name] ?? null,
    onInput: (event: TargetedEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <Field label={t("page.identity.legalName")} {...common("legalName")} autocomplete="name" maxLength={200} dir="auto" />
      <Field label={t("page.identity.birthDate")} {...common("birthDate")} type="date" autocomplete="bday" />
      <Select
        label={t("page.identity.country")}
        name="country"
        value={written.country}
        options={countriesIn(locale)}
        problem={problems.country ?? null}
        choose={(country) => change({ country })}
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
      <Select
        label={t("page.identity.kind")}
        name="documentKind"
        value={written.documentKind}
        options={IDENTITY_DOCUMENTS.map((value) => ({ value, text: t(DOCUMENTS[value]) }))}
        problem={problems.documentKind ?? null}
        choose={(kind) => change({ documentKind: IDENTITY_DOCUMENTS.find((known) => known === kind) ?? "" })}
      />
    </>
  );
}

interface SelectProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly problem: string | null;
  choose(value: string): void;
}

/** One of several values, of which none is chosen at first. */
function Select({ label, name, value, options, problem, choose }: SelectProps): VNode {
  const { t } = useReader();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="" selected={value === ""}>
          {t("page.identity.choose")}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
      {problem !== null && (
        <span class="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  );
}
