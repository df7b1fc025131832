/**
 * The limits of spec 8, and our own: how many requests are allowed in a window that starts with the first of them. A route that needs
 * or serves a caller and counts by `address` counts for its caller in that network, except for `mail_request`.
 */
export const RATE_LIMITS = {
  creators_vacation: { limit: 30, windowSeconds: 3600, by: "caller" },
  creators_upgrade: { limit: 30, windowSeconds: 3600, by: "caller" },
  image_upload: { limit: 20, windowSeconds: 3600, by: "caller" },
  identity_file: { limit: 30, windowSeconds: 3600, by: "caller" },
  usernames: { limit: 60, windowSeconds: 60, by: "caller" },
  users_delete: { limit: 3, windowSeconds: 3600, by: "caller" },
  gdpr_delete: { limit: 1, windowSeconds: 86_400, by: "caller" },
  gdpr_export: { limit: 10, windowSeconds: 86_400, by: "caller" },
  analytics_session: { limit: 10, windowSeconds: 60, by: "address" },
  analytics_pageview: { limit: 30, windowSeconds: 60, by: "address" },
  analytics_leave: { limit: 10, windowSeconds: 60, by: "address" },
  bio_view: { limit: 60, windowSeconds: 60, by: "address" },
  bio_click: { limit: 60, windowSeconds: 60, by: "address" },
  kyc_start: { limit: 10, windowSeconds: 3600, by: "caller" },
  notifications_list: { limit: 60, windowSeconds: 60, by: "caller" },
  topups: { limit: 10, windowSeconds: 3600, by: "caller" },
  payment_callbacks: { limit: 600, windowSeconds: 60, by: "address" },
  messages_send: { limit: 10, windowSeconds: 60, by: "caller" },
  /** Codes of money that deleted accounts have left. */
  wallet_claims: { limit: 5, windowSeconds: 3600, by: "caller" },
  help_articles: { limit: 60, windowSeconds: 60, by: "address" },
  discover_category: { limit: 60, windowSeconds: 60, by: "address" },
  webhooks_rotate: { limit: 10, windowSeconds: 3600, by: "caller" },
  /** Also what ends the work of a thief, who would use up a limit of the user. A neighbour would use up one of the network. */
  login: { limit: 60, windowSeconds: 60, by: "address" },
  /** Hundreds of people share one address of a mobile network. */
  refresh: { limit: 120, windowSeconds: 60, by: "refreshToken" },
  register: { limit: 600, windowSeconds: 3600, by: "address" },
  /** Mails that any client may request for an address. */
  mail_request: { limit: 30, windowSeconds: 3600, by: "address" },
  admin_config: { limit: 120, windowSeconds: 60, by: "caller" },
  /** What a browser asks for as it opens a page; hundreds of people share one address of a mobile network. */
  pages: { limit: 1_200, windowSeconds: 60, by: "address" },
  default_user: { limit: 120, windowSeconds: 60, by: "caller" },
  default_ip: { limit: 120, windowSeconds: 60, by: "address" },
} as const satisfies Record<string, { limit: number; windowSeconds: number; by: "caller" | "address" | "refreshToken" }>;

export type RateLimitPolicy = keyof typeof RATE_LIMITS;
