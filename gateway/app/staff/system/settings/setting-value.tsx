import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey, Texts } from "#gateway/ui/texts.ts";
import { systemIn } from "../changed-object.tsx";
import type { Entry } from "./setting-entry.ts";

/** Units that the last word of a key names. */
const UNITS: Readonly<Record<string, string>> = {
  ms: "millisecond",
  seconds: "second",
  minutes: "minute",
  hours: "hour",
  days: "day",
  months: "month",
  years: "year",
  percent: "percent",
  bytes: "byte",
  mb: "megabyte",
};

/** The unit of a number, in the language of the reader; undefined: it has none. */
export function unitOf(key: string, locale: string): string | undefined {
  const unit = UNITS[/[a-z]+$/.exec(key)?.[0] ?? ""];
  if (unit === undefined) return undefined;
  const parts = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).formatToParts(5);
  return parts.find(({ type }) => type === "unit")?.value.trim();
}

const STANDARD: Readonly<Record<string, TextKey>> = {
  true: "page.staffSystem.on",
  false: "page.staffSystem.off",
  null: "page.staffSystem.notSet",
  '""': "page.staffSystem.notSet",
  "[]": "page.staffSystem.notSet",
};

/** A switch that is active has switched its system off; one that was never set has not. */
const ofSwitch = (t: Texts, value: unknown): string => t(value === true ? "page.staffSystem.off" : "page.staffSystem.on");

function textOf(t: Texts, value: unknown): string {
  const standard = STANDARD[JSON.stringify(value)];
  if (standard !== undefined) return t(standard);
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "object")
    return Object.entries(value as object)
      .map(([locale, line]) => `${locale}: ${line}`)
      .join("\n");
  return String(value);
}

interface SettingValueProps {
  readonly of: Pick<Entry, "key" | "sensitive">;
  readonly value: unknown;
}

/** A value in words, that of a switch as its page says it. A secret value says only whether it is set. */
export function SettingValue({ of: { key, sensitive }, value }: SettingValueProps): VNode {
  const { t, locale } = useReader();
  if (sensitive && value !== null && value !== "") return <>{t("page.staffSystem.hidden")}</>;
  const unit = typeof value === "number" ? unitOf(key, locale) : undefined;
  return (
    <bdi class="value">
      {systemIn(key) === null ? textOf(t, value) : ofSwitch(t, value)}
      {unit !== undefined && ` ${unit}`}
    </bdi>
  );
}
