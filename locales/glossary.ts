/**
 * The words of the product: one for one thing, in both languages. What stands in `not` is refused in every text of that language
 * (glossary.test.ts); what the specification says to the letter goes before it.
 */
export type Term = {
  /** The word that is said. */
  say: string;
  /** What was or might be said instead, as regular expressions without case. */
  not: RegExp[];
  /** Texts in which a refused word is right: `namespace.key`, or a file of `pages/` and `faq/`. */
  but?: string[];
};

export const glossary: Record<"en" | "ru", Term[]> = {
  en: [
    {
      say: "e-mail",
      not: [/\bemails?\b/, /(?<!e-)\bmails?\b/, /\bletters?\b/],
      but: [
        // the specification's messages
        ...["api.emailNotVerified", "api.emailNotFound"],
        // letters of the alphabet
        ...[
          "api.idempotencyKeyMalformed",
          "api.walletInvalid",
          "api.payoutUsdtTrc20Hint",
          "faq/4-partner.md",
        ],
        ...[
          "errors.promoNameLength",
          "errors.activationKeyInvalid",
          "errors.promoNameLetters",
          "partner.promoNameHint",
        ],
      ],
    },
    { say: "tariff", not: [/(?<!win |interest |exchange )\brates?\b/, /\bplans?\b/] },
    {
      say: "on hold (money), confirm (what a client has to)",
      not: [/\bwaits\b/],
      but: ["pages/privacy-policy.md"],
    },
    { say: "refunded", not: [/\bgiven back\b/] },
    { say: "max drawdown, max drawdown in money", not: [/\bmaximal\b/] },
    { say: "IP address", not: [/\bip-address\b/] },
    { say: "You need … more", not: [/\blacks \{\{/, /\bis missing: \{\{/] },
    // Windows' own command
    { say: "log in, log out", not: [/\bsign in\b/, /\bsign out\b/], but: ["faq/1-vps.md"] },
    { say: "partner program", not: [/\bprogramme\b/, /\baffiliate\b/] },
    { say: "plain words", not: [/\bplease note\b/, /\bkindly\b/, /\boops\b/] },
  ],
  ru: [
    { say: "удалён (о сервере)", not: [/отозван/] },
    { say: "уведомления", not: [/оповещени/, /алерт/] },
    { say: "IP-адрес", not: [/ip адрес/, /ай-?пи/] },
    { say: "Последняя активность", not: [/последний визит/] },
    { say: "Показать таблицей", not: [/то же таблицей/, /в виде таблицы/] },
    { say: "вывести", not: [/заказать вывод/, /снять средства/] },
    { say: "тариф", not: [/тарифный план/] },
    { say: "e-mail (адрес), письмо (сообщение)", not: [/имейл/, /емейл/] },
    { say: "просадка", not: [/дродаун/, /drawdown/] },
  ],
};
