import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { dataOf } from "#libs/client/index.ts";
import { Button, Field } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import type { TextKey } from "../texts.ts";
import { api } from "./surroundings.ts";

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

/** The first step: whether the address is free is said while it is typed. */
export function AddressStep({ address, change, onward }: AddressStepProps): VNode {
  const { t } = useReader();
  const reason = useReasonAgainst(address.username);
  const isReady = address.name.trim() !== "" && reason === null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onward();
      }}
    >
      <Field
        label={t("page.become.name")}
        name="name"
        dir="auto"
        autocomplete="nickname"
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
        maxLength={100}
        value={address.username}
        hint={t("page.become.address", { address: `${location.host}/${address.username.trim().toLowerCase() || "…"}` })}
        problem={reason !== null && reason !== "UNKNOWN" ? t(REASONS[reason]) : null}
        onInput={(event) => change({ ...address, username: event.currentTarget.value })}
      />
      <p class="actions">
        <Button type="submit" kind="primary" disabled={!isReady}>
          {t("page.become.continue")}
        </Button>
      </p>
    </form>
  );
}

/** Why a username cannot be had; null: it can, UNKNOWN: nobody has been asked yet. */
function useReasonAgainst(username: string): Reason | "UNKNOWN" | null {
  const [known, setKnown] = useState<{ readonly username: string; readonly reason: Reason | null } | null>(null);
  useEffect(() => {
    if (username.trim() === "") return;
    let isLate = false;
    const timer = setTimeout(async () => {
      const path = { username: username.trim() };
      const answer = await dataOf(api.GET("/creators/usernames/{username}", { params: { path } })).catch(() => null);
      if (!isLate && answer) setKnown({ username, reason: answer.reason });
    }, CHECK_AFTER_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [username]);
  return known?.username === username ? known.reason : "UNKNOWN";
}
