import type { Locale } from "#libs/contracts/shared.ts";

/** One idea of the pages, and the one word for it in each language. */
export interface PageWord {
  /** Finds the English texts that speak of it. */
  readonly english: RegExp;
  /** The word, by its stem: each translation of such a text has it. */
  readonly stems: Readonly<Record<Exclude<Locale, "en">, string>>;
}

/**
 * The words that pages, errors, mails and notices share. An address, an identity and a subscription are confirmed; accounts elsewhere are
 * verified. Creators decline a message; the platform rejects one.
 */
export const PAGE_WORDS: Readonly<Record<string, PageWord>> = {
  confirm: {
    english: /\bconfirm/i,
    stems: {
      ...{
        ar: "[أا]كد|تأكيد|مؤكد|يؤكد",
        cs: "potvr",
        de: "bestätig",
        es: "conf[ií]rm",
        fr: "confirm",
        he: "א[ויּ]?י?שו?ר",
        hi: "पुष्टि",
      },
      ...{ id: "[kg]onfirmasi", it: "conferm", ja: "確認", ko: "확인", nl: "bevestig", pl: "potwierd", pt: "confirm" },
      ...{ ru: "подтвер", sv: "bekräft", tr: "onay", uk: "підтвер", zh: "确认" },
    },
  },
  decline: {
    english: /\bdeclin/i,
    stems: {
      ...{
        ar: "رفض|مرفوض",
        cs: "odmít",
        de: "ablehn|abgelehnt|lehnt",
        es: "rechaz",
        fr: "refus",
        he: "דח|דוח",
        hi: "अस्वीक",
        id: "tolak|menolak",
      },
      ...{ it: "rifiut", ja: "辞退", ko: "거절", nl: "weiger", pl: "odrzu[cć]", pt: "recus", ru: "отклон", sv: "avböj", tr: "redd" },
      ...{ uk: "відхил", zh: "拒绝" },
    },
  },
  wallet: {
    english: /\bwallet/i,
    stems: {
      ...{ ar: "محفظ|محافظ", cs: "peněžen", de: "wallet", es: "monedero", fr: "portefeuille", he: "ארנק", hi: "वॉलेट", id: "dompet" },
      ...{
        it: "portafogli",
        ja: "ウォレット",
        ko: "지갑",
        nl: "portemonnee",
        pl: "portfel",
        pt: "carteira",
        ru: "кошел",
        sv: "plånbok|plånböck",
      },
      ...{ tr: "cüzdan", uk: "гаман", zh: "钱包" },
    },
  },
  hours: {
    english: /\{count\} hours?\b/,
    stems: {
      ...{
        ar: "ساع",
        cs: "hodin",
        de: "Stunde",
        es: "hora",
        fr: "heure",
        he: "שע",
        hi: "घंट",
        id: "jam",
        it: "or[ae]",
        ja: "時間",
        ko: "시간",
      },
      ...{ nl: "uur", pl: "godzin", pt: "hora", ru: "час", sv: "timm", tr: "saat", uk: "годин", zh: "小时" },
    },
  },
};

/** Other words for the same ideas, and other spellings. No text of a language has one of its list. */
export const SHUNNED: Readonly<Partial<Record<Locale, RegExp>>> = {
  de: /Geldbörse|Portemonnaie|verifizier/,
  en: /recognis|organis|\bpurse\b/i,
  es: /\bcartera|billetera/i,
  ja: /認証(?!アプリ)/,
  nl: /\bwallet|verif/i,
  pl: /zweryfik/,
  sv: /verif/i,
};

/** Texts about accounts elsewhere: alone they say "verified". */
export const ABOUT_ACCOUNTS =
  /^(page\.creator\.verified|page\.discover\.nobody$|page\.staffPeople\.verify|page\.staffAudit\.creator\.adminVerifySocial$|creator\.social\.)/;
