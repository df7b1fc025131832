import type { ComponentChildren, VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { LegalGround } from "#libs/contracts/personal-data.ts";

/** What a deletion did in one service: rows by collection. */
interface ServiceReceipt {
  readonly erased: Readonly<Record<string, number>>;
  readonly anonymised: Readonly<Record<string, number>>;
  readonly retained: Readonly<Record<string, { readonly count: number; readonly ground: LegalGround }>>;
}

const GROUNDS = {
  TAX_AND_ACCOUNTING: "page.staffPrivacy.groundBooks",
  MODERATION_DUTY: "page.staffPrivacy.groundModeration",
  PROOF_OF_AGREEMENT: "page.staffPrivacy.groundAgreement",
  ACCOUNTABILITY: "page.staffPrivacy.groundActs",
  RIGHTS_OF_OTHERS: "page.staffPrivacy.groundOthers",
  PROTECTION_FROM_IMPERSONATION: "page.staffPrivacy.groundName",
} as const satisfies Record<LegalGround, TextKey>;

/** The proof of a deletion: what each service erased, anonymized and retained, and on which ground. */
export function ErasureReceipt({ of }: { readonly of: Readonly<Record<string, ServiceReceipt>> }): VNode {
  const { t } = useReader();
  const services = Object.entries(of).sort(([one], [other]) => one.localeCompare(other));
  return (
    <section>
      <h2>{t("page.staffPrivacy.receipt")}</h2>
      {services.length === 0 && <p>{t("page.staffPrivacy.noReceipt")}</p>}
      {services.map(([service, receipt]) => (
        <OfService key={service} service={service} receipt={receipt} />
      ))}
    </section>
  );
}

function OfService({
  service,
  receipt: { erased, anonymised, retained },
}: {
  readonly service: string;
  readonly receipt: ServiceReceipt;
}): VNode {
  const { t } = useReader();
  return (
    <section data-service={service}>
      <h3>
        <bdi dir="ltr">{service}</bdi>
      </h3>
      <ul class="list">
        {Object.entries(erased).map(([collection, count]) => (
          <Rows key={`erased ${collection}`} collection={collection} count={count} what={t("page.staffPrivacy.erased")} />
        ))}
        {Object.entries(anonymised).map(([collection, count]) => (
          <Rows key={`anonymised ${collection}`} collection={collection} count={count} what={t("page.staffPrivacy.anonymised")} />
        ))}
        {Object.entries(retained).map(([collection, { count, ground }]) => (
          <Rows
            key={`retained ${collection}`}
            collection={collection}
            count={count}
            what={`${t("page.staffPrivacy.retained")} · ${t(GROUNDS[ground])}`}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowsProps {
  readonly collection: string;
  readonly count: number;
  readonly what: ComponentChildren;
}

function Rows({ collection, count, what }: RowsProps): VNode {
  return (
    <Row href={null} end={useReader().formats.number(count)}>
      <bdi dir="ltr">{collection}</bdi>
      <span class="hint">{what}</span>
    </Row>
  );
}
