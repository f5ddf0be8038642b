/**
 * The product's vocabulary: one term for each thing, in both languages. Texts of a language must not match `not`
 * (glossary.test.ts). Verbatim texts of the specification take precedence.
 */
export type Term = {
  /** The term to use. */
  say: string;
  /** Other words for it, as case-insensitive regular expressions. */
  not: RegExp[];
  /** Texts in which a rejected word is correct: `namespace.key`, or a file of `pages/` and `faq/`. */
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
          "errors.snapshotNameInvalid",
          "partner.promoNameHint",
          "snapshots.nameHint",
        ],
      ],
    },
    {
      say: "plan",
      not: [/(?<!win |interest |exchange )\brates?\b/, /\btariffs?\b/],
      // the specification's column
      but: [
        ...["admin.tariff", "mail.row_tariff", "operations.column_tariff", "renewal.serverTariff"],
        ...["server.plan", "upgrade.serverTariff", "vps.tariff"],
      ],
    },
    { say: "deposit", not: [/\btop(?:s|ped|ping)?[ -]?(?:it )?up\b/] },
    { say: "referral, referrer", not: [/\bbrought\b/, /\bbrings?\b/] },
    { say: "rental", not: [/\brents\b/] },
    { say: "paid until, billing period", not: [/\bpaid time\b/] },
    { say: "right away", not: [/\bat once\b/] },
    { say: "automatically", not: [/\bby (?:it|them)sel(?:f|ves)\b/] },
    {
      say: "on hold (money), confirm (what a client has to)",
      not: [/\bwaits\b/],
    },
    { say: "refunded", not: [/\bgiven back\b/] },
    { say: "max drawdown, max drawdown in money", not: [/\bmaximal\b/] },
    { say: "IP address", not: [/\bip-address\b/] },
    { say: "You need … more", not: [/\blacks \{\{/, /\bis missing: \{\{/] },
    // "sign out" is a Windows command
    { say: "log in, log out", not: [/\bsign in\b/, /\bsign out\b/], but: ["faq/1-vps.md"] },
    { say: "partner program", not: [/\bprogramme\b/, /\baffiliate\b/] },
    // the name of the command as staff types it
    { say: "client area, our address", not: [/\bcabinet\b/], but: ["staff.more_one", "staff.more_other"] },
    { say: "plain words", not: [/\bplease note\b/, /\bkindly\b/, /\boops\b/] },
  ],
  ru: [
    {
      say: "закрыт (о сервере)",
      not: [/отозва[нл]/, /удал[её]нн\S+ сервер/, /сервер(?: [^\s,]+){0,2} удал[её]н/],
    },
    { say: "обращение", not: [/тикет/] },
    { say: "партнёрская ссылка, партнёрский код", not: [/реферальн\S+ ссылк/, /код\S* партн[её]ра/] },
    { say: "без рода (кто открыл, коды сохранены)", not: [/[а-яё]\(л?а\)/] },
    { say: "данные для входа", not: [/уч[её]тн\S+ данн/, /\*\*доступ\*\*/] },
    { say: "аккаунт", not: [/уч[её]тн\S+ запис/] },
    { say: "код восстановления", not: [/резервн\S+ код/] },
    { say: "инструкция", not: [/руководств/] },
    { say: "перезагрузить (сервер)", not: [/перезапу/] },
    { say: "плавающая прибыль", not: [/открыт\S+ результат/] },
    { say: "поддержка, сотрудник", not: [/оператор/] },
    {
      say: "живая речь",
      not: [/осуществля/, /(?<![а-яё])данн(?:ый|ого|ому|ым|ом|ой|ую)(?![а-яё])/, /является/],
    },
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
