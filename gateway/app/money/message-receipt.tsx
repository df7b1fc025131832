import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { sessionOf } from "../client/chat-sessions.ts";
import { findMessage } from "../client/find-message.ts";
import { whoAmI } from "../client/me.ts";
import type { AppPage } from "../ui/app-page.ts";
import { NotFound } from "../ui/not-found.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { type Movement, movementOf } from "./movements.ts";
import { Receipt } from "./receipt.tsx";

/** A paid message of the reader, with the amount that the ledger holds or has paid out for it. */
async function paymentOf(messageId: string) {
  const [payer, message] = await Promise.all([whoAmI(), findMessage(messageId)]);
  if (!payer || !message || message.senderId !== payer.id || message.price === null) return null;
  const [movement, session] = await Promise.all([movementOf("HOLD", messageId), sessionOf(message.sessionId)]);
  return movement && { payer, message, movement, creator: session?.counterpart ?? null };
}

/** What was given back after the answer, if anything was. */
function goneOf({ escrow }: Movement, name: string): readonly (readonly [name: string, amount: string])[] {
  const reversed = escrow?.reversed ?? "0";
  return Number(reversed) === 0 ? [] : [[name, reversed]];
}

/** The receipt of a paid message, for its sender. It exists once the creator has replied, because only then is the money paid. */
export default function MessageReceipt({ params: { sessionId = "", messageId = "" } }: AppPage): VNode {
  const { t } = useReader();
  const query = useQuery(messageId, async () => ({ payment: await paymentOf(messageId) }));
  const back = `/messages/${sessionId}`;
  return (
    <Loaded query={query}>
      {({ payment }) => {
        if (payment === null) return <NotFound text="page.receipt.notFound" back="/messages" backText="page.thread.back" />;
        const { payer, message, movement, creator } = payment;
        const name = creator?.displayName ?? creator?.username ?? t("page.messages.someone");
        if (message.status === "COMPLETED") {
          return (
            <Receipt
              {...{ movement, payer, back }}
              number={movement.id}
              gone={goneOf(movement, t("page.state.reversed"))}
              currency={message.currency}
              what={<Sentence of="page.receipt.message" parts={{ name: <Name>{name}</Name> }} />}
              answeredAt={message.reply?.sentAt ?? null}
              backText="page.receipt.conversation"
            />
          );
        }
        const isOver = message.status === "EXPIRED" || message.status === "REJECTED";
        return (
          <>
            <h1 tabIndex={-1}>{t("page.receipt.title")}</h1>
            <Empty action={<a href={back}>{t("page.receipt.conversation")}</a>}>
              {isOver ? t("page.receipt.back") : t("page.receipt.notYet")}
            </Empty>
          </>
        );
      }}
    </Loaded>
  );
}
