import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice, Field, TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { LOCALES } from "#libs/contracts/shared.ts";
import { type Draft, type Entry, numberIn } from "./setting-entry.ts";
import { unitOf } from "./setting-value.tsx";

interface SettingFieldProps {
  readonly entry: Entry;
  readonly draft: Draft;
  type(draft: Draft): void;
}

/** The field for a value of a setting, by its type. */
export function SettingField(props: SettingFieldProps): VNode {
  const { entry, draft } = props;
  const { t } = useReader();
  if (typeof draft !== "string") return <Lines {...props} lines={draft} />;
  const { constraints } = entry;
  const common = { label: t("page.staffSystem.newValue"), name: "value", value: draft };
  if (entry.sensitive) return <Secret {...props} />;
  if (entry.type === "number") return <NumberField {...props} draft={draft} />;
  if (entry.type === "boolean" || constraints.enum) {
    const values = constraints.enum ?? ["true", "false"];
    const texts: Readonly<Record<string, string>> = { true: t("page.staffSystem.on"), false: t("page.staffSystem.off") };
    const options = values.map((value) => ({ value, text: texts[value] ?? value }));
    return <Choice {...common} options={options} onChange={(event) => props.type(event.currentTarget.value)} />;
  }
  const input = { ...common, ...(constraints.maxLength === undefined ? {} : { maxLength: constraints.maxLength }) };
  const type = (event: { readonly currentTarget: { readonly value: string } }) => props.type(event.currentTarget.value);
  if (entry.type === "string") return <Field {...input} dir="auto" onInput={type} />;
  const { maxItems } = constraints;
  const hint = maxItems === undefined ? {} : { hint: t("page.staffSystem.onePerLine", { number: maxItems }) };
  return (
    <>
      <TextField {...input} {...hint} onInput={type} />
      {entry.type === "siteLine" && (
        <p class="actions">
          <Button onClick={() => props.type({ en: draft })}>{t("page.staffSystem.eachLanguage")}</Button>
        </p>
      )}
    </>
  );
}

function NumberField({ entry: { key, constraints }, draft, type }: SettingFieldProps & { readonly draft: string }): VNode {
  const { t, formats, locale } = useReader();
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, integer = false, atMost } = constraints;
  const range = t("page.amount.range", { minimum: formats.number(min), maximum: formats.number(max) });
  const number = numberIn(draft);
  const isFit = number >= min && number <= max && (!integer || Number.isInteger(number));
  const unit = unitOf(key, locale);
  return (
    <Field
      label={t("page.staffSystem.newValue")}
      name="value"
      inputMode="decimal"
      dir="ltr"
      required
      {...(unit === undefined ? {} : { unit })}
      hint={
        atMost === undefined ? (
          range
        ) : (
          <>
            {range}. {t("page.staffSystem.atMost")} <a href={`/admin/settings/${atMost}`}>{atMost}</a>
          </>
        )
      }
      fault={isFit ? null : range}
      value={draft}
      onInput={(event) => type(event.currentTarget.value)}
    />
  );
}

function Secret({ draft, type }: SettingFieldProps): VNode {
  const { t } = useReader();
  return (
    <Field
      label={t("page.staffSystem.newValue")}
      name="value"
      type="password"
      autocomplete="off"
      hint={t("page.staffSystem.secretHint")}
      required
      value={draft as string}
      onInput={(event) => type(event.currentTarget.value)}
    />
  );
}

function Lines({ entry: { constraints }, lines, type }: SettingFieldProps & { readonly lines: Readonly<Record<string, string>> }): VNode {
  const { t, locale } = useReader();
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const nameOf = (language: string) => names.of(language) ?? language;
  const missing = LOCALES.filter((language) => !(language in lines));
  return (
    <>
      {Object.entries(lines).map(([language, line]) => (
        <TextField
          key={language}
          label={nameOf(language)}
          name={language === "en" ? "value" : `value.${language}`}
          rows={2}
          required={language === "en"}
          {...(constraints.maxLength === undefined ? {} : { maxLength: constraints.maxLength })}
          value={line}
          onInput={(event) => type({ ...lines, [language]: event.currentTarget.value })}
        />
      ))}
      {missing.length > 0 && (
        <Choice
          label={t("page.staffSystem.addLanguage")}
          name="language"
          value=""
          options={[{ value: "", text: "–" }, ...missing.map((value) => ({ value, text: nameOf(value) }))]}
          onChange={(event) => type({ ...lines, [event.currentTarget.value]: "" })}
        />
      )}
    </>
  );
}
