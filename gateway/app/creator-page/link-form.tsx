import type { TargetedEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import { addressAsTyped } from "#gateway/ui/creator/link-address.ts";
import { Button, Choice, Field } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { instantOf, wallTimeOf } from "#gateway/ui/wall-time.ts";
import { ApiError } from "#libs/client/send.ts";
import { KINDS, type Link, type LinkFields } from "../client/links.ts";
import { useDates } from "../ui/use-dates.ts";

interface LinkFormProps {
  /** Null: a new one. */
  readonly link: Link | null;
  readonly busy: boolean;
  /** Of the last try to save it. */
  readonly failure: unknown;
  save(fields: LinkFields & Pick<Link, "kind">): void;
  close(): void;
}

/** The field that a refusal is about. */
const FIELDS: Readonly<Record<string, keyof LinkFields>> = {
  "creator.link.title_required": "title",
  "creator.link.invalid_url": "url",
  "creator.link.country_code_missing": "url",
  "creator.link.invalid_date_range": "endsAt",
};

/** Whether a form shows a refusal at one of its fields. */
export const isAtField = (failure: unknown): boolean => failure instanceof ApiError && failure.i18nKey in FIELDS;

/** Text, address and schedule of a link. Times are in the reader's zone. */
export function LinkForm({ link, busy, failure, save, close }: LinkFormProps): VNode {
  const { t, formats } = useReader();
  const dates = useDates();
  const [kind, setKind] = useState<Link["kind"]>(link?.kind ?? "LINK");
  const timeOf = (iso: string | null | undefined) => (iso ? wallTimeOf(iso, formats.timeZone) : "");
  const [typed, setTyped] = useState({
    title: link?.title ?? "",
    url: addressAsTyped(link?.url ?? ""),
    startsAt: timeOf(link?.startsAt),
    endsAt: timeOf(link?.endsAt),
  });
  const { hasTitle, address } = KINDS[kind];
  const bind = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    problem: dates.problemOf(name) ?? (failure instanceof ApiError && FIELDS[failure.i18nKey] === name ? failure.message : null),
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) => setTyped((now) => ({ ...now, [name]: value })),
  });

  const send = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!dates.check(event.currentTarget)) return;
    const instant = (wallTime: string) => (wallTime === "" ? null : instantOf(wallTime, formats.timeZone));
    save({
      kind,
      title: hasTitle ? typed.title.trim() || null : null,
      url: address === null ? null : webAddress(kind, typed.url.trim()),
      startsAt: instant(typed.startsAt),
      endsAt: instant(typed.endsAt),
    });
  };

  return (
    <form class="card" onSubmit={send} noValidate>
      {link === null && (
        <Choice
          label={t("page.links.kind")}
          name="kind"
          value={kind}
          options={Object.entries(KINDS).map(([value, { name }]) => ({ value, text: t(name) }))}
          onChange={(event) => setKind(event.currentTarget.value as Link["kind"])}
        />
      )}
      {hasTitle && <Field label={t("page.links.title")} maxLength={500} dir="auto" {...bind("title")} />}
      {address !== null && <Field label={t(address)} dir="ltr" spellcheck={false} autocomplete="off" {...bind("url")} />}
      <Field label={t("page.links.from")} type="datetime-local" hint={t("page.links.always")} {...bind("startsAt")} />
      <Field
        label={t("page.links.until")}
        type="datetime-local"
        hint={t("page.links.zone", { zone: formats.timeZone })}
        {...bind("endsAt")}
      />
      <p class="actions">
        <Button type="submit" busy={busy}>
          {t("page.settings.save")}
        </Button>
        <Button kind="quiet" onClick={close}>
          {t("page.dialog.cancel")}
        </Button>
      </p>
    </form>
  );
}

/** Most people leave out the scheme of a web address. What a number follows is a host with its port, and no scheme. */
function webAddress(kind: Link["kind"], typed: string): string | null {
  if (typed === "") return null;
  const isWeb = kind !== "EMAIL" && kind !== "PHONE";
  return isWeb && !/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? `https://${typed}` : typed;
}
