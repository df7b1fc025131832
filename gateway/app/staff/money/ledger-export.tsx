import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { monthAfter, monthOf } from "#gateway/ui/months.ts";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { exportLedger } from "#libs/contracts/wallet/ledger-audit.ts";
import { addressOfRoute } from "../staff-session.ts";

const SHOWN_MONTHS = 13;

/** The ledger transactions of a month as a table. The last whole month is chosen first: it is the one that an accountant closes. */
export function LedgerExport(): VNode {
  const { t, formats, now } = useReader();
  const current = monthOf(now());
  const months = Array.from({ length: SHOWN_MONTHS }, (_, index) => monthAfter(current, -index));
  const [month, setMonth] = useState(monthAfter(current, -1));
  const query = new URLSearchParams({ from: `${month}-01`, to: `${monthAfter(month, 1)}-01`, format: "csv" });
  return (
    <>
      <Choice
        label={t("page.staffMoney.month")}
        name="month"
        value={month}
        hint={t("page.earnings.days")}
        options={months.map((each) => ({ value: each, text: formats.month(each) }))}
        onChange={({ currentTarget: { value } }) => setMonth(value)}
      />
      <p class="actions">
        <a href={`${addressOfRoute(exportLedger)}?${query}`} download>
          {t("page.staffMoney.export", { month: formats.month(month) })}
        </a>
      </p>
    </>
  );
}
