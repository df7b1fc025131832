import type { AppRoute } from "../ui/app-route.ts";

/** Wallet, top-ups, receipts and payouts. */
export const routes: readonly AppRoute[] = [
  { path: "/wallet", title: "page.wallet.title", signedIn: true, load: () => import("./wallet.tsx") },
  { path: "/wallet/topups/{topupId}", title: "page.wallet.add", signedIn: true, load: () => import("./top-up.tsx") },
  {
    path: "/wallet/topups/{topupId}/receipt",
    title: "page.receipt.title",
    signedIn: true,
    load: () => import("./top-up-receipt.tsx"),
  },
  {
    path: "/messages/{sessionId}/receipts/{messageId}",
    title: "page.receipt.title",
    signedIn: true,
    load: () => import("./message-receipt.tsx"),
  },
  { path: "/sandbox/pay/{topupId}", title: "page.pay.title", signedIn: true, load: () => import("./sandbox-pay.tsx") },
  { path: "/claim", title: "page.claim.title", signedIn: true, load: () => import("./claim.tsx") },
  { path: "/payouts", title: "page.payouts.title", signedIn: true, load: () => import("./payouts.tsx") },
  { path: "/payouts/earnings", title: "page.payouts.title", signedIn: true, load: () => import("./earnings.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = [
  "page.claim",
  "page.compose",
  "page.dialog",
  "page.drafts",
  "page.earnings",
  "page.error",
  "page.identity",
  "page.messages",
  "page.pay",
  "page.payouts",
  "page.receipt",
  "page.sheet",
  "page.state",
  "page.support",
  "page.thread",
  "page.topup",
  "page.wallet",
];

/** Contracts that these pages call. */
export const calls = [
  "cancelPayout",
  "claimMoney",
  "createPayoutMethod",
  "createRefund",
  "decideSandboxPayment",
  "getEarnings",
  "getMyProfile",
  "getPayee",
  "getStatement",
  "getWallet",
  "listEarnings",
  "listPayoutMethods",
  "listPayouts",
  "listRefunds",
  "listWalletTransactions",
  "removePayoutMethod",
  "requestPayout",
  "startPayee",
];
