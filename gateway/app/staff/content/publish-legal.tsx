import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getConfigKey, setConfigKey } from "#libs/contracts/config/index.ts";
import type { LegalKind } from "#libs/contracts/content/legal.ts";
import { guardUnsaved } from "../../client/browser/unsaved.ts";
import { Form } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { Decision, type DecisionProps } from "../parts/decision.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { staffApi } from "../staff-session.ts";
import { type RemovedPart, RemovedParts } from "./removed-parts.tsx";
import { SavedMeanwhile } from "./saved-meanwhile.tsx";

/** The settings that hold the texts. */
const SETTINGS = { terms: "legal.terms_of_service", privacy: "legal.privacy_policy" } as const satisfies Record<LegalKind, string>;
const MAX_CHARACTERS = 200_000;
const MAX_REASON = 500;
/** A version is listed soon after its text is in force. */
const LISTED_MS = 2_000;

async function settingOf(kind: LegalKind) {
  const { value, version, updatedAt, updatedBy } = await staffApi.call(getConfigKey, { key: SETTINGS[kind] });
  await askForMissingNames(updatedBy === null ? [] : [updatedBy]);
  return { text: typeof value === "string" ? value : "", version, updatedAt, updatedBy };
}

type Setting = Awaited<ReturnType<typeof settingOf>>;

interface PublishLegalProps {
  readonly kind: LegalKind;
  readonly title: string;
  published(): void;
}

/** The form for the next version of a legal text. */
export function PublishLegal({ kind, title, published }: PublishLegalProps): VNode {
  const query = useQuery(kind, () => settingOf(kind));
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Loaded query={query}>{(setting) => <NextVersion first={setting} {...{ kind, title, published }} />}</Loaded>
    </section>
  );
}

function NextVersion({ first, kind, title, published }: PublishLegalProps & { readonly first: Setting }): VNode {
  const { t } = useReader();
  const lengthOf = useLengths();
  const form = useForm();
  const [base, setBase] = useState(first);
  const [latest, setLatest] = useState(first);
  const [typed, setTyped] = useState(first.text);
  const [saved, setSaved] = useState(first.text);
  const [isOpen, setOpen] = useState(false);
  const [removed, setRemoved] = useState<readonly RemovedPart[]>([]);
  const isUnsaved = useRef(false);
  isUnsaved.current = typed !== saved;
  // What was taken out of the text that was sent does not make it another one. No text at all is in force nowhere.
  const isInForce = typed !== "" && (typed === latest.text || (typed === saved && latest === base));
  useEffect(() => guardUnsaved(() => isUnsaved.current), []);
  const refused = (error: unknown): never => {
    if (form.refusedBy(error)) setOpen(false);
    throw error;
  };
  const send = async (reason: string, idempotencyKey: string) => {
    const fields = { key: SETTINGS[kind], value: typed, reason, expectedVersion: latest.version };
    const answer = await staffApi.call(setConfigKey, fields, { idempotencyKey }).catch(refused);
    setRemoved(answer.removed ?? []);
    setSaved(typed);
    const now = await settingOf(kind);
    setBase(now);
    setLatest(now);
  };
  const meanwhile = async () => {
    const now = await settingOf(kind);
    setLatest(now);
    return { state: <>{lengthOf(now.text)}</>, by: now.updatedBy, at: now.updatedAt };
  };
  const done = () => {
    published();
    setTimeout(published, LISTED_MS);
  };
  const theirs = [{ name: title, value: latest.text, take: () => setTyped(latest.text) }];
  return (
    <>
      <Form form={form} onSend={() => setOpen(true)}>
        <TextField
          label={t("page.links.text")}
          name="value"
          required
          rows={16}
          maxLength={MAX_CHARACTERS}
          value={typed}
          hint={t("page.staffContent.htmlHint")}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {latest.version !== base.version && latest.updatedAt !== null && (
          <SavedMeanwhile by={latest.updatedBy} at={latest.updatedAt} theirs={theirs} />
        )}
        <RemovedParts of={removed} />
        <p class="actions">
          <Button type="submit" kind="primary" blocked={isInForce ? t("page.staffContent.sameText") : null}>
            {t("page.staffContent.publish")}
          </Button>
        </p>
      </Form>
      {isOpen && <PublishText {...{ kind, title, send, meanwhile, done }} from={latest.text} to={typed} close={() => setOpen(false)} />}
    </>
  );
}

interface PublishTextProps extends Pick<DecisionProps, "send" | "meanwhile" | "done" | "close"> {
  readonly kind: LegalKind;
  readonly title: string;
  readonly from: string;
  readonly to: string;
}

function PublishText({ kind, title, from, to, ...decision }: PublishTextProps): VNode {
  const { t } = useReader();
  const lengthOf = useLengths();
  return (
    <Decision
      id={["publish", kind]}
      title={t("page.staffContent.publishText", { title })}
      verb={t("page.staffContent.publish")}
      kind="primary"
      facts={[
        [t("page.staffContent.untilNow"), lengthOf(from)],
        [t("page.staffContent.fromNow"), lengthOf(to)],
      ]}
      reason={{ readBy: t("page.staffContent.reasonReadBy"), maxLength: MAX_REASON }}
      {...decision}
    >
      {t("page.staffContent.publishSure")}
    </Decision>
  );
}

/** The length of a text, in words. */
function useLengths(): (text: string) => string {
  const { t, formats } = useReader();
  return ({ length }) => t("page.staffContent.characters", { number: formats.number(length) });
}
