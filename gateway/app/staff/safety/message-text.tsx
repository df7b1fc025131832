import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Written } from "#gateway/ui/parts/values.tsx";
import { listModerationRules } from "#libs/contracts/messaging/moderation.ts";
import { getModeratedMessage } from "#libs/contracts/messaging/moderation-queue.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { useWork } from "../../ui/use-work.ts";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { matchesIn } from "./matches.ts";

interface Shown {
  readonly content: string;
  readonly reply: string | null;
  readonly rules: Parameters<typeof matchesIn>[1];
}

interface MessageTextProps {
  readonly messageId: string;
  /** The rules that hold the message back; what they match is marked. */
  readonly ruleIds?: readonly string[];
}

/** The text of a message, for those who ask for it. Each time is recorded, so nothing else ever asks. */
export function MessageText({ messageId, ruleIds = [] }: MessageTextProps): VNode | null {
  const { t } = useReader();
  const { may } = useStaff();
  const [shown, setShown] = useState<Shown | null>(null);
  const { busy, failure, run } = useWork();
  if (!may(getModeratedMessage)) return null;
  if (shown) return <Text {...shown} />;
  const show = () =>
    run(async () => {
      const [{ content, reply }, rules] = await Promise.all([staffApi.call(getModeratedMessage, { messageId }), rulesOf(ruleIds)]);
      setShown({ content, reply, rules });
    });
  return (
    <section>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button arrives busy={busy} onClick={() => void show()}>
          {t("page.staffSafety.showText")}
        </Button>
        <span class="hint">{t("page.staffSafety.recorded")}</span>
      </p>
    </section>
  );
}

/** The rules as they are now; without an answer the text has no marks. */
async function rulesOf(ids: readonly string[]): Promise<Shown["rules"]> {
  const rules = ids.length === 0 ? [] : await staffApi.call(listModerationRules).catch(() => []);
  return rules.filter(({ id }) => ids.includes(id));
}

function Text({ content, reply, rules }: Shown): VNode {
  const { t } = useReader();
  const text = useRef<HTMLElement>(null);
  // The button that had the focus is gone.
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={text} tabIndex={-1} class="card" aria-label={t("page.staffSafety.text")}>
      <Marked text={content} rules={rules} />
      {reply !== null && (
        <>
          <h2>{t("page.staffSafety.reply")}</h2>
          <Written text={reply} />
        </>
      )}
    </section>
  );
}

/** A text in which is marked what rules match. */
function Marked({ text, rules }: { readonly text: string; readonly rules: Shown["rules"] }): VNode {
  const matches = matchesIn(text, rules);
  return (
    <p class="written" dir="auto">
      {matches.flatMap(({ start, end }, index) => [
        text.slice(matches[index - 1]?.end ?? 0, start),
        <mark key={start}>{text.slice(start, end)}</mark>,
      ])}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </p>
  );
}
