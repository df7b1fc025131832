import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, TextField } from "#gateway/ui/parts/controls.tsx";
import { PriceChoice, type PriceDraft } from "#gateway/ui/parts/price-choice.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { ApiError } from "#libs/client/send.ts";
import { getMyProfile, updateDmSettings } from "#libs/contracts/creator/profile.ts";
import { upgrade } from "#libs/contracts/creator/upgrade.ts";
import { api } from "../client/api.ts";
import { dropDraft, findDraft, keepDraft } from "../client/drafts.ts";
import { forgetMe, isCreator, whoAmI } from "../client/me.ts";
import { rememberOwnPage } from "../client/own-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWantedPrice } from "../ui/use-wanted-price.ts";
import { useWork } from "../ui/use-work.ts";
import { type Address, AddressStep } from "./address-step.tsx";
import { OpenPage } from "./open-page.tsx";

const PAGE = "/become-creator";
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

/** The reader's creator profile; null: none yet. */
async function standing() {
  const me = await whoAmI();
  const creator = isCreator(me) ? await api.call(getMyProfile) : null;
  return { me, creator, draft: me && findDraft<PageDraft>(PAGE, me.id) };
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
  const [draft, setDraft] = useState<PageDraft>(
    () =>
      begun ?? {
        step: 1,
        address: { name: me?.displayName ?? "", username: me?.username ?? "" },
        bio: "",
        price: { isPaid: true, typed: "" },
      },
  );
  const { busy, failure, run } = useWork();
  const { step, address, bio, price } = draft;
  const wanted = useWantedPrice(price);
  const change = (part: Partial<PageDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft<PageDraft>(PAGE, userId, next);
  };
  const go = (to: number) => () => change({ step: to });

  const open = async () => {
    if (!wanted.check()) return;
    const body = { username: address.username, displayName: address.name, ...(bio.trim() === "" ? {} : { bio }) };
    const isOpen = await run(async () => {
      const opened = await api.call(upgrade, body).catch(unlessTaken);
      // The address was taken after the check: the error belongs to its field.
      if (!opened) return change({ step: 1 });
      keepDraft<PageDraft>(PAGE, userId, { ...draft, step: PRICE_MISSING });
      forgetMe();
      void rememberOwnPage();
      if (await setPriceOf(opened.creatorId, wanted.value)) dropDraft(PAGE, userId);
    });
    if (isOpen) changed();
  };

  return (
    <div class="setting">
      <p class="hint" role="status">
        {t("page.become.step", { count: step })}
      </p>
      <div class="card">
        {step === 1 && <AddressStep address={address} change={(next) => change({ address: next })} onward={go(2)} />}
        {step === 2 && (
          <>
            <TextField
              label={t("page.become.bio")}
              name="bio"
              value={bio}
              maxLength={500}
              hint={t("page.become.bioHint")}
              onInput={(event) => change({ bio: event.currentTarget.value })}
            />
            <Ways back={go(1)} onward={go(3)} action={t("page.become.continue")} />
          </>
        )}
        {step === 3 && (
          <>
            <PriceChoice value={price} range={wanted.range} isWanted={wanted.isMissed} change={(next) => change({ price: next })} />
            {failure !== null && <ErrorNote error={failure} />}
            <Ways back={go(2)} onward={() => void open()} action={t("page.become.open")} busy={busy} />
          </>
        )}
      </div>
    </div>
  );
}

/** Returns null when the username was taken meanwhile; throws all other errors. */
function unlessTaken(error: unknown): null {
  if (error instanceof ApiError && error.i18nKey === "creator.upgrade.username_unavailable") return null;
  throw error;
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

interface WaysProps {
  readonly action: string;
  readonly busy?: boolean;
  back(): void;
  onward(): void;
}

function Ways({ action, back, onward, ...button }: WaysProps): VNode {
  const { t } = useReader();
  return (
    <p class="actions">
      <Button kind="primary" onClick={onward} {...button}>
        {action}
      </Button>
      <Button kind="quiet" onClick={back}>
        {t("page.become.back")}
      </Button>
    </p>
  );
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
  const { value, range, isMissed, check } = useWantedPrice(price);
  const { busy, failure, run } = useWork();
  const save = async () => {
    if (!check()) return;
    const body = settingsOf(value);
    if (!(await run(() => api.call(updateDmSettings, { creatorId, ...body })))) return;
    dropDraft(PAGE, userId);
    set();
  };
  return (
    <>
      <p class="notice warn" role="alert">
        {t("page.become.noPrice")}
      </p>
      <PriceChoice value={price} range={range} isWanted={isMissed} change={setPrice} />
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button kind="primary" busy={busy} onClick={() => void save()}>
          {t("page.settings.save")}
        </Button>
      </p>
    </>
  );
}
