import type { Locale } from "#libs/contracts/shared.ts";

interface SeedCategory {
  readonly _id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
}

interface SeedArticle {
  readonly _id: string;
  readonly category: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly icon: string;
  readonly readTimeMinutes: number;
  readonly isFeatured: boolean;
  readonly locale: Locale;
}

/** Help of a new local system. The ids are fixed: when two replicas start together, the second insert fails as a duplicate. */
export const SEED_CATEGORIES: readonly SeedCategory[] = [
  {
    _id: "01900000-0000-7000-8000-000000000001",
    slug: "getting-started",
    name: "Getting started",
    description: "Accounts, profiles and first steps",
    icon: "rocket",
  },
  {
    _id: "01900000-0000-7000-8000-000000000002",
    slug: "messages-and-payments",
    name: "Messages and payments",
    description: "How paid messages, replies and refunds work",
    icon: "wallet",
  },
];

export const SEED_ARTICLES: readonly SeedArticle[] = [
  {
    _id: "01900000-0000-7000-8000-000000000011",
    category: "getting-started",
    slug: "become-a-creator",
    title: "How do I become a creator?",
    excerpt: "Choose a username and your page is there.",
    content: "<p>Choose a username under <strong>Become a creator</strong>. Your public page exists at once.</p>",
    icon: "star",
    readTimeMinutes: 2,
    isFeatured: true,
    locale: "en",
  },
  {
    _id: "01900000-0000-7000-8000-000000000012",
    category: "getting-started",
    slug: "take-a-vacation",
    title: "How do I take a vacation?",
    excerpt: "Fans see that you rest, and nobody is charged meanwhile.",
    content: "<p>Switch on vacation mode in your settings and set the day of your return.</p>",
    icon: "sun",
    readTimeMinutes: 1,
    isFeatured: false,
    locale: "en",
  },
  {
    _id: "01900000-0000-7000-8000-000000000013",
    category: "messages-and-payments",
    slug: "when-is-my-money-back",
    title: "When do I get my money back?",
    excerpt: "The price of a message is held until the creator replies.",
    content: "<p>When a creator rejects your message, or does not reply in time, the whole amount returns to your wallet.</p>",
    icon: "coins",
    readTimeMinutes: 3,
    isFeatured: true,
    locale: "en",
  },
  {
    _id: "01900000-0000-7000-8000-000000000014",
    category: "messages-and-payments",
    slug: "wann-bekomme-ich-mein-geld-zurueck",
    title: "Wann bekomme ich mein Geld zurück?",
    excerpt: "Der Preis einer Nachricht wird bis zur Antwort verwahrt.",
    content: "<p>Wird Ihre Nachricht abgelehnt oder nicht rechtzeitig beantwortet, kommt der ganze Betrag zurück in Ihre Geldbörse.</p>",
    icon: "coins",
    readTimeMinutes: 3,
    isFeatured: true,
    locale: "de",
  },
];
