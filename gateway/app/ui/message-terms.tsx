import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { amountAsTyped } from "#gateway/ui/amount.ts";
import { hoursToChoose } from "#gateway/ui/compose-terms.ts";
import { windowText } from "#gateway/ui/durations.ts";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { PriceChoice, type PriceDraft } from "#gateway/ui/parts/price-choice.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getMyProfile, updateDmSettings, updateMyProfile } from "#libs/contracts/creator/profile.ts";
import { api } from "../client/api.ts";
import { commissionOf } from "./commission-of.ts";
import { Form, Refused } from "./form/form.tsx";
import { useForm } from "./form/use-form.ts";
import { useWantedPrice } from "./use-wanted-price.ts";

/** The creator profile of the reader. */
export const ownProfile = () => api.call(getMyProfile);
export type OwnProfile = Awaited<ReturnType<typeof ownProfile>>;

/** Selected when the creator leaves the reply window to the platform. */
const NO_WINDOW = "";

interface MessageTermsProps {
  readonly profile: OwnProfile;
  /** A page has one primary button, which may belong to another form. */
  readonly kind?: "primary" | "plain";
  changed?(): void;
}

/** Which messages a creator accepts, their price, and the minimum reply window. */
export function MessageTerms({ profile, kind = "primary", changed }: MessageTermsProps): VNode {
  const { id, dmActive, dmType, price: before, minTimeoutHours, level } = profile;
  const { t, locale } = useReader();
  const [isOpen, setOpen] = useState(dmActive);
  const [price, setPrice] = useState<PriceDraft>({
    isPaid: dmType !== "FREE",
    typed: before === null ? "" : amountAsTyped(before, locale),
  });
  const [hours, setHours] = useState(minTimeoutHours === null ? NO_WINDOW : String(minTimeoutHours));
  const [isSaved, setSaved] = useState(false);
  const form = useForm();
  const wanted = useWantedPrice(price);

  const save = async () => {
    setSaved(false);
    const paidType = dmType === "FREE" ? "PER_MESSAGE" : dmType;
    const window = hours === NO_WINDOW ? {} : { minTimeoutHours: Number(hours) };
    const terms = wanted.value === null ? ({ dmType: "FREE" } as const) : { dmType: paidType, price: wanted.value };
    const body = { dmActive: isOpen, ...window, ...terms };
    const isDone = await form.run(async () => {
      await api.call(updateDmSettings, { creatorId: id, ...body });
      if (hours === NO_WINDOW) await api.call(updateMyProfile, { minTimeoutHours: null });
    });
    setSaved(isDone);
    if (isDone) changed?.();
  };

  return (
    <Form form={form} isGuarded onSend={save}>
      <label class="option">
        <input type="checkbox" checked={isOpen} onChange={(event) => setOpen(event.currentTarget.checked)} />
        {t("page.settings.takeMessages")}
      </label>
      <PriceChoice value={price} range={wanted.range} commissionRate={commissionOf(level)} change={setPrice} />
      <Choice
        label={t("page.terms.window")}
        name="minTimeoutHours"
        value={hours}
        hint={t("page.terms.windowHint")}
        options={[
          { value: NO_WINDOW, text: t("page.terms.noWindow") },
          ...hoursToChoose(minTimeoutHours ?? 24).map((each) => ({ value: String(each), text: windowText(t, each) })),
        ]}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <Refused />
      <p class="actions">
        <Button type="submit" kind={kind} busy={form.busy}>
          {t("page.settings.save")}
        </Button>
        <span role="status">{isSaved && t("page.settings.saved")}</span>
      </p>
    </Form>
  );
}
