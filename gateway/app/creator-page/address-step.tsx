import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { checkUsername } from "#libs/contracts/account/index.ts";
import { api } from "../client/api.ts";

/** Name and address of a page. */
export interface Address {
  readonly name: string;
  readonly username: string;
}

interface AddressStepProps {
  readonly address: Address;
  /** Why the username is unavailable, as far as known. */
  readonly reason: Reason | null;
  change(address: Address): void;
}

const CHECK_AFTER_MS = 300;

type Reason = "TAKEN" | "RESERVED" | "INVALID";
export const REASONS: Readonly<Record<Reason, TextKey>> = {
  TAKEN: "page.become.taken",
  RESERVED: "page.become.reserved",
  INVALID: "page.become.invalid",
};

/** The first step. Availability is shown while the address is typed, and checked again before the next step. */
export function AddressStep({ address, reason, change }: AddressStepProps): VNode {
  const { t } = useReader();
  return (
    <>
      <Field
        label={t("page.become.name")}
        name="displayName"
        dir="auto"
        autocomplete="nickname"
        required
        maxLength={100}
        value={address.name}
        onInput={(event) => change({ ...address, name: event.currentTarget.value })}
      />
      <Field
        label={t("page.become.username")}
        name="username"
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
        required
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
        problem={reason === null ? null : t(REASONS[reason])}
        onInput={(event) => change({ ...address, username: event.currentTarget.value })}
      />
    </>
  );
}

interface Checked {
  readonly username: string;
  /** Null: it is available. */
  readonly reason: Reason | null;
}

/** Why a username is unavailable, as far as known; `check` calls the API when the state is unknown. */
export function useReasonAgainst(username: string) {
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
