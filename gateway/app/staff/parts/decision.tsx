import { type ComponentChildren, createContext, type VNode } from "preact";
import { useContext, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { ApiError } from "#libs/client/send.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useKey } from "../../ui/form/use-key.ts";
import { PersonName } from "./person.tsx";
import { draftOf, keepDraft, keepReason, lastReasons } from "./reasons.ts";

/** What became of an object in the meantime. */
export interface Meanwhile {
  readonly state: VNode;
  /** Who decided; null: no person. */
  readonly by: string | null;
  readonly at: string | null;
}

/** The colleague who has changed the open object since it was shown; null: none has. */
export const ColleagueContext = createContext<string | null>(null);

export interface DecisionProps {
  /**
   * The act with the reader of its reason, and the object. A text that was not sent is found again by both. A reason that was sent is offered
   * for the same act only: what was meant for staff is never one press from the person.
   */
  readonly id: readonly [act: string, object: string];
  /** Verb and object. */
  readonly title: ComponentChildren;
  readonly verb: string;
  readonly kind: "primary" | "danger";
  /** Person, amount, state before and after. */
  readonly facts: Parameters<typeof Facts>[0]["of"];
  /** What follows, and what is final. */
  readonly children: ComponentChildren;
  /** Further fields, before the reason. They change while the dialog is open. */
  readonly fields?: ComponentChildren;
  /** Null: the decision has none. */
  readonly reason: {
    readonly readBy: ComponentChildren;
    readonly maxLength: number;
    readonly isOptional?: true;
    readonly isFirst?: true;
  } | null;
  /** @param key one for each dialog, so that a double click or a lost answer acts once */
  send(reason: string, key: string): Promise<unknown>;
  /** Asks what has become of the object, after the interface has refused because of its state. */
  meanwhile(): Promise<Meanwhile | null>;
  /** What stands before it. */
  readonly meanwhileText?: TextKey;
  /**
   * The object is no longer what its page shows.
   * @param isOwn whether this decision has changed it; else another one was there before
   */
  done(isOwn: boolean): void;
  close(): void;
}

/** A decision about a person or an amount: it names both, what follows, and who reads the reason. Escape keeps the text. */
export function Decision({
  id: [act, object],
  title,
  verb,
  kind,
  facts,
  children,
  fields,
  reason,
  send,
  meanwhile,
  meanwhileText,
  done,
  close,
}: DecisionProps): VNode {
  const { t } = useReader();
  const [before] = useState({ facts, children });
  const [row] = useState(focusedRow);
  const [text, setText] = useState(() => draftOf(`${act} ${object}`));
  const keyed = useKey();
  const colleague = useContext(ColleagueContext);
  const [instead, setInstead] = useState<Meanwhile | null>(null);
  const form = useForm();
  const type = (typed: string) => {
    setText(typed);
    keepDraft(`${act} ${object}`, typed);
  };
  const decide = async () => {
    try {
      await keyed((key) => send(text.trim(), key));
    } catch (error) {
      if (isConflict(error)) setInstead(await meanwhile());
      throw error;
    }
    keepDraft(`${act} ${object}`, "");
    keepReason(act, text.trim());
    close();
    done(true);
    focusAgain(row);
  };
  const leave = () => {
    close();
    if (instead) done(false);
  };
  return (
    <Dialog title={title} onClose={leave}>
      <Facts of={before.facts} />
      <p>{before.children}</p>
      <Form form={form} onSend={() => form.run(decide)}>
        {fields}
        {reason && <ReasonField {...reason} act={act} text={text} type={type} />}
        <Refused />
        {instead ? (
          <Instead of={{ ...instead, by: instead.by ?? colleague }} text={meanwhileText} />
        ) : (
          colleague !== null && <Acted by={colleague} />
        )}
        <p class="actions">
          {!instead && (
            <Button type="submit" kind={kind} busy={form.busy}>
              {verb}
            </Button>
          )}
          <Button onClick={leave}>{t(instead ? "page.console.closeDialog" : "page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}

/** The row of a list with the button that opens the dialog; null: it is elsewhere. */
const focusedRow = (): Element | null => document.activeElement?.closest("[data-cases] > li") ?? null;

/** The buttons of what has been decided go, so the focus returns to its row, else to its heading. */
const focusAgain = (row: Element | null): void =>
  void requestAnimationFrame(() => {
    const place = row?.querySelector<HTMLElement>("a[href], button") ?? document.querySelector<HTMLElement>("#main h1[tabindex]");
    place?.focus();
  });

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && !error.i18nKey.startsWith("idempotency.");

interface ReasonFieldProps extends NonNullable<DecisionProps["reason"]> {
  readonly act: string;
  readonly text: string;
  type(text: string): void;
}

/** The reason, which says who reads it. */
function ReasonField({ readBy, maxLength, isOptional, isFirst, act, text, type }: ReasonFieldProps): VNode {
  const { t } = useReader();
  return (
    <>
      <TextField
        label={t("page.console.reason")}
        name="reason"
        data-first={isFirst}
        hint={readBy}
        rows={3}
        required={!isOptional}
        maxLength={maxLength}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <LastReasons of={act} choose={type} />
    </>
  );
}

/** Reasons of an act, to press instead of typing them again. */
function LastReasons({ of, choose }: { readonly of: string; choose(reason: string): void }): VNode | null {
  const { t } = useReader();
  const reasons = lastReasons(of);
  if (reasons.length === 0) return null;
  return (
    <ul class="chips" aria-label={t("page.console.lastReasons")}>
      {reasons.map((reason) => (
        <li key={reason}>
          <Button onClick={() => choose(reason)}>
            <bdi>{reason}</bdi>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** An open dialog says at once that a colleague was faster. */
function Acted({ by }: { readonly by: string }): VNode {
  return (
    <p class="notice warn" role="status">
      <Sentence of="page.console.changedBy" parts={{ name: <PersonName userId={by} /> }} />
    </p>
  );
}

interface InsteadProps {
  readonly of: Meanwhile;
  readonly text: TextKey | undefined;
}

function Instead({ of: { state, by, at }, text = "page.console.meanwhile" }: InsteadProps): VNode {
  const { t } = useReader();
  return (
    <p class="notice warn" role="status">
      {t(text)} {state}
      {by !== null && (
        <>
          {" · "}
          <PersonName userId={by} />
        </>
      )}
      {at !== null && (
        <>
          {" · "}
          <Time at={at} />
        </>
      )}
    </p>
  );
}
