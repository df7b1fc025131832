import type { VNode } from "preact";
import type { PublicBio } from "#libs/contracts/creator/index.ts";
import { windowOf } from "../durations.ts";
import { Icon } from "../parts/icons.tsx";
import type { Reader } from "../parts/reader.tsx";

interface AnswersProps {
  readonly answers: PublicBio["answers"];
  readonly about: Pick<Reader, "t" | "formats">;
}

/** A figure below this percent is no praise. */
const GREEN_FROM = 50;

/** How many messages a creator answers, and how soon; absent while too few have ended. */
export function Answers({ answers, about }: AnswersProps): VNode | null {
  if (!answers) return null;
  return (
    <span class={answers.percent < GREEN_FROM ? "chip" : "chip good"}>
      <Icon name="clock" /> {answersText(answers, about)}
    </span>
  );
}

function answersText({ percent, withinHours }: NonNullable<PublicBio["answers"]>, { t, formats }: AnswersProps["about"]): string {
  const share = formats.percent(percent / 100);
  const { unit, count } = windowOf(withinHours);
  return unit === "days"
    ? t("page.creator.answersDays", { percent: share, days: count })
    : t("page.creator.answers", { percent: share, hours: count });
}
