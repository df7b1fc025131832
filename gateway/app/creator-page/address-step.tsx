import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Field } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { checkUsername } from "#libs/contracts/account/index.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { focusFirstProblem } from "../ui/first-problem.ts";
import { useWork } from "../ui/use-work.ts";

/** Name and address of a page. */
export interface Address {
  readonly name: string;
  readonly username: string;
}

interface AddressStepProps {
  readonly address: Address;
  change(address: Address): void;
  onward(): void;
}

const CHECK_AFTER_MS = 300;

type Reason = "TAKEN" | "RESERVED" | "INVALID";
const REASONS: Readonly<Record<Reason, TextKey>> = {
  TAKEN: "page.become.taken",
  RESERVED: "page.become.reserved",
  INVALID: "page.become.invalid",
};

/** The first step. Availability is shown while the address is typed, and checked again before the next step. */
export function AddressStep({ address, change, onward }: AddressStepProps): VNode {
  const { t } = useReader();
  const { reason, check } = useReasonAgainst(address.username.trim());
  const { busy, failure, run } = useWork();
  const [isTried, setTried] = useState(false);
  const missing = (value: string) => (isTried && value.trim() === "" ? t("page.error.empty") : null);
  const goOn = async (event: Event) => {
    event.preventDefault();
    setTried(true);
    let isFree = false;
    if (address.name.trim() !== "" && address.username.trim() !== "") {
      await run(async () => {
        isFree = (await check()) === null;
      });
    }
    if (isFree) onward();
    else focusFirstProblem();
  };
  return (
    <form onSubmit={goOn} noValidate>
      <Field
        label={t("page.become.name")}
        name="name"
        dir="auto"
        autocomplete="nickname"
        maxLength={100}
        value={address.name}
        problem={missing(address.name)}
        onInput={(event) => change({ ...address, name: event.currentTarget.value })}
      />
      <Field
        label={t("page.become.username")}
        name="username"
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
        maxLength={100}
        value={address.username}
        hint={
          <>
            <Sentence
              of="page.become.address"
              parts={{ address: <bdi dir="ltr">{`${location.host}/${address.username.trim().toLowerCase() || "…"}`}</bdi> }}
            />
            {reason !== "INVALID" && (
              <>
                <br />
                {t(REASONS.INVALID)}
              </>
            )}
          </>
        }
        problem={reason === null ? missing(address.username) : t(REASONS[reason])}
        onInput={(event) => change({ ...address, username: event.currentTarget.value })}
      />
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {t("page.become.continue")}
        </Button>
      </p>
    </form>
  );
}

interface Checked {
  readonly username: string;
  /** Null: it is available. */
  readonly reason: Reason | null;
}

/** Why a username is unavailable, as far as known; `check` calls the API when the state is unknown. */
function useReasonAgainst(username: string) {
  const [known, setKnown] = useState<Checked | null>(null);
  const ask = async (): Promise<Checked> => {
    const { reason } = await api.call(checkUsername, { username });
    return { username, reason };
  };
  useEffect(() => {
    if (username === "") return;
    let isLate = false;
    const timer = setTimeout(async () => {
      const checked = await ask().catch(() => null);
      if (!isLate && checked) setKnown(checked);
    }, CHECK_AFTER_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [username]);
  const current = known?.username === username ? known : null;
  return {
    reason: current?.reason ?? null,
    async check() {
      const checked = current ?? (await ask());
      setKnown(checked);
      return checked.reason;
    },
  };
}
