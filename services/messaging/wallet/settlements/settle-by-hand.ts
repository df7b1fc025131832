import { AppError } from "#libs/errors/app-error.ts";
import { refuse } from "#libs/errors/refuse.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Deps } from "../deps.ts";
import { isSecond, type Said, type Sent, type SettlementRule, settlementChecks } from "../domain/settlement.ts";

interface Request<O extends string> {
  readonly params: { readonly outcome: O; readonly reason: string };
  readonly caller: { readonly userId: string };
  readonly requestId: string | null;
}

interface Steps<O extends string, S extends Sent<O>> {
  readonly rule: SettlementRule;
  readonly sent: S;
  /** Records the first of the two. Null when it has ended meanwhile. */
  propose(said: Said<O>): Promise<S | null>;
  /** Does what an answer of the provider does. Null when it has ended meanwhile. */
  end(said: Said<O>): Promise<S | null>;
}

/** Whether money was sent to a provider that cannot be asked any more: it does not exist here, or its secret was removed. */
export function isProviderGone({ payment }: Pick<Deps, "payment">, { waits }: SettlementRule, { status, provider }: Sent): boolean {
  return status === waits && provider !== null && !payment.isConnected(provider);
}

/** What a person says became of money whose provider is gone: the first one is recorded, the second one ends it. */
export async function settleByHand<O extends string, S extends Sent<O>>(
  deps: Pick<Deps, "audit" | "clock" | "payment">,
  set: WorkingSet,
  { params: { outcome, reason }, caller, requestId }: Request<O>,
  { rule, sent, propose, end }: Steps<O, S>,
): Promise<{ readonly after: S; readonly approvals: 1 | 2 }> {
  const by = caller.userId;
  refuse(settlementChecks(rule), { sent, outcome, by, isGone: isProviderGone(deps, rule, sent) });
  const isLast = isSecond(sent, outcome);
  const said = { by, at: deps.clock.now(), reason, outcome };
  const after = await (isLast ? end(said) : propose(said));
  if (!after) throw new AppError(rule.errors.ended);
  const action = `${rule.kind}.${isLast ? "settle" : "propose_settle"}` as const;
  await deps.audit.add(set.tx, { actor: by, action, target: sent._id, details: { provider: sent.provider, outcome, reason }, requestId });
  return { after, approvals: isLast ? 2 : 1 };
}
