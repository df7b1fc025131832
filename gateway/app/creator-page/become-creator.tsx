import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { TextField } from "#gateway/ui/parts/fields.tsx";
import { PriceChoice, type PriceDraft } from "#gateway/ui/parts/price-choice.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { problemsOf } from "#gateway/ui/refusals.ts";
import type { Texts } from "#gateway/ui/texts.ts";
import { ApiError } from "#libs/client/send.ts";
import { getMyProfile, updateDmSettings } from "#libs/contracts/creator/profile.ts";
import { upgrade } from "#libs/contracts/creator/upgrade.ts";
import { api } from "../client/api.ts";
import { flag, object, oneOf, text } from "../client/browser/shapes.ts";
import { dropDraft, findDraft, keepDraft } from "../client/drafts.ts";
import { forgetMe, isCreator, whoAmI } from "../client/me.ts";
import { rememberOwnPage } from "../client/own-page.ts";
import { commissionOf } from "../ui/commission-of.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWantedPrice } from "../ui/use-wanted-price.ts";
import { type Address, AddressStep, REASONS, useReasonAgainst } from "./address-step.tsx";
import { OpenPage } from "./open-page.tsx";

const PAGE = "/become-creator";
const LAST_STEP = 3;
/** What the platform keeps from a new creator. */
const FIRST_RATE = commissionOf("BRONZE");
/** The page is open, but its price is not set yet. */
const PRICE_MISSING = 4;

/** The user's input so far, stored until the price is set. */
interface PageDraft {
  /** From 1. */
  readonly step: number;
  readonly address: Address;
  readonly bio: string;
  readonly price: PriceDraft;
}

const PAGE_DRAFT = object<PageDraft>({
  step: oneOf<number>(1, 2, LAST_STEP, PRICE_MISSING),
  address: object<Address>({ name: text, username: text }),
  bio: text,
  price: object<PriceDraft>({ isPaid: flag, typed: text }),
});

/** The reader's creator profile; null: none yet. */
async function standing() {
  const me = await whoAmI();
  const creator = isCreator(me) ? await api.call(getMyProfile) : null;
  return { me, creator, draft: me && findDraft(PAGE, me.id, PAGE_DRAFT) };
}

type Standing = Awaited<ReturnType<typeof standing>>;

/** Four steps; nothing is created before the end of the third one. If setting the price fails, the next visit asks for it again. */
export default function BecomeCreator(): VNode {
  const { t } = useReader();
  const query = useQuery(PAGE, standing);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.become.title")}</h1>
      <Loaded query={query}>
        {(data) => {
          if (!data.creator) return <Steps standing={data} changed={query.reload} />;
          const { id, username } = data.creator;
          const userId = data.me?.id ?? "";
          if (data.draft?.step !== PRICE_MISSING) return <OpenPage username={username} />;
          return <MissingPrice creatorId={id} userId={userId} wanted={data.draft.price} set={query.reload} />;
        }}
      </Loaded>
    </>
  );
}

interface StepsProps {
  readonly standing: Standing;
  changed(): void;
}

function Steps({ standing: { me, draft: begun }, changed }: StepsProps): VNode {
  const { t } = useReader();
  const userId = me?.id ?? "";
  const [draft, setDraft] = useState<PageDraft>(() => begun ?? newDraft(me));
  const form = useForm();
  const { step, address, bio, price } = draft;
  const wanted = useWantedPrice(price);
  const { reason, check } = useReasonAgainst(step === 1 ? address.username.trim() : "");
  const change = (part: Partial<PageDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft<PageDraft>(PAGE, userId, next);
  };
  const goOn = async () => {
    const found = step === 1 ? await check() : null;
    if (found === null) change({ step: step + 1 });
    else form.refuse({ username: t(REASONS[found]) });
  };
  const open = async () => {
    const body = { username: address.username, displayName: address.name, ...(bio.trim() === "" ? {} : { bio }) };
    const opened = await api.call(upgrade, body).catch((error: unknown) => {
      change({ step: stepOf(error, t) });
      throw error;
    });
    keepDraft<PageDraft>(PAGE, userId, { ...draft, step: PRICE_MISSING });
    forgetMe();
    void rememberOwnPage();
    if (await setPriceOf(opened.creatorId, wanted.value)) dropDraft(PAGE, userId);
    changed();
  };

  return (
    <div class="setting">
      <p class="hint" role="status">
        {t("page.become.step", { count: step })}
      </p>
      <Form form={form} class="card" onSend={() => form.run(step === LAST_STEP ? open : goOn)}>
        {step === 1 && <AddressStep address={address} reason={reason} change={(next) => change({ address: next })} />}
        {step === 2 && (
          <TextField
            label={t("page.become.bio")}
            name="bio"
            value={bio}
            maxLength={500}
            hint={t("page.become.bioHint")}
            onInput={(event) => change({ bio: event.currentTarget.value })}
          />
        )}
        {step === LAST_STEP && (
          <PriceChoice value={price} range={wanted.range} commissionRate={FIRST_RATE} change={(next) => change({ price: next })} />
        )}
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t(step === LAST_STEP ? "page.become.open" : "page.become.continue")}
          </Button>
          {step > 1 && (
            <Button kind="quiet" onClick={() => change({ step: step - 1 })}>
              {t("page.become.back")}
            </Button>
          )}
        </p>
      </Form>
    </div>
  );
}

const newDraft = (me: Standing["me"]): PageDraft => ({
  step: 1,
  address: { name: me?.displayName ?? "", username: me?.username ?? "" },
  bio: "",
  price: { isPaid: true, typed: "" },
});

/** The fields of each step before the last one, named like the parameters of the upgrade. */
const FIELDS = [["displayName", "username"], ["bio"]];

/** The step that has the field of a refusal. */
function stepOf(error: unknown, t: Texts): number {
  if (!(error instanceof ApiError)) return LAST_STEP;
  const { i18nKey: key, message, details } = error;
  const isAbout = (fields: readonly string[]) =>
    Object.keys(problemsOf(t, { key, message, details }, (name) => fields.includes(name))).length > 0;
  return FIELDS.findIndex(isAbout) + 1 || LAST_STEP;
}

/** Message settings for a price; null: messages are free. */
function settingsOf(price: string | null) {
  return price === null ? ({ dmType: "FREE" } as const) : ({ dmType: "PER_MESSAGE", price } as const);
}

/** Whether the price was saved. If not, the next visit asks for it again. */
async function setPriceOf(creatorId: string, price: string | null): Promise<boolean> {
  try {
    await api.call(updateDmSettings, { creatorId, ...settingsOf(price) });
    return true;
  } catch {
    return false;
  }
}

interface MissingPriceProps {
  readonly creatorId: string;
  readonly userId: string;
  readonly wanted: PriceDraft;
  set(): void;
}

function MissingPrice({ creatorId, userId, wanted, set }: MissingPriceProps): VNode {
  const { t } = useReader();
  const [price, setPrice] = useState(wanted);
  const { value, range } = useWantedPrice(price);
  const form = useForm();
  const save = async () => {
    const body = settingsOf(value);
    if (!(await form.run(() => api.call(updateDmSettings, { creatorId, ...body })))) return;
    dropDraft(PAGE, userId);
    set();
  };
  return (
    <>
      <p class="notice warn" role="alert">
        {t("page.become.noPrice")}
      </p>
      <Form form={form} onSend={save}>
        <PriceChoice value={price} range={range} commissionRate={FIRST_RATE} change={setPrice} />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.settings.save")}
          </Button>
        </p>
      </Form>
    </>
  );
}
