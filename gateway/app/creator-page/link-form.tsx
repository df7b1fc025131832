import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { addressAsTyped } from "#gateway/ui/creator/link-address.ts";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice, Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { instantOf, wallTimeOf } from "#gateway/ui/wall-time.ts";
import { KINDS, type Link, type LinkFields } from "../client/links.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";

interface LinkFormProps {
  /** Null: a new one. */
  readonly link: Link | null;
  save(fields: LinkFields & Pick<Link, "kind">): Promise<unknown>;
  close(): void;
}

/** Text, address and schedule of a link. Times are in the reader's zone. */
export function LinkForm({ link, save, close }: LinkFormProps): VNode {
  const { t, formats } = useReader();
  const form = useForm();
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
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) => setTyped((now) => ({ ...now, [name]: value })),
  });

  const send = async () => {
    const instant = (wallTime: string) => (wallTime === "" ? null : instantOf(wallTime, formats.timeZone));
    const fields = {
      kind,
      title: hasTitle ? typed.title.trim() || null : null,
      url: address === null ? null : webAddress(kind, typed.url.trim()),
      startsAt: instant(typed.startsAt),
      endsAt: instant(typed.endsAt),
    };
    if (await form.run(() => save(fields))) close();
  };

  return (
    <Form form={form} isGuarded class="card" onSend={send}>
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
      {address !== null && <Field label={t(address)} dir="ltr" spellcheck={false} autocomplete="off" maxLength={2_048} {...bind("url")} />}
      <Field label={t("page.links.from")} type="datetime-local" hint={t("page.links.always")} {...bind("startsAt")} />
      <Field
        label={t("page.links.until")}
        type="datetime-local"
        hint={t("page.links.zone", { zone: formats.timeZone })}
        {...bind("endsAt")}
      />
      <Refused />
      <p class="actions">
        <Button type="submit" busy={form.busy}>
          {t("page.settings.save")}
        </Button>
        <Button kind="quiet" onClick={close}>
          {t("page.dialog.cancel")}
        </Button>
      </p>
    </Form>
  );
}

/** Most people leave out the scheme of a web address. What a number follows is a host with its port, and no scheme. */
function webAddress(kind: Link["kind"], typed: string): string | null {
  if (typed === "") return null;
  const isWeb = kind !== "EMAIL" && kind !== "PHONE";
  return isWeb && !/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? `https://${typed}` : typed;
}
