/**
 * The product's vocabulary: one term for each thing, in both languages. Texts of a language must not match `not`
 * (glossary.test.ts). Verbatim texts of the specification take precedence.
 */
export type Term = {
  /** The term to use. */
  preferred: string;
  /** Other words for it, as case-insensitive regular expressions. */
  not: RegExp[];
  /** Texts in which a rejected word is correct: `namespace.key`, or a file of `pages/` and `faq/`. */
  but?: string[];
};

export const glossary: Record<"en" | "ru", Term[]> = {
  en: [
    {
      preferred: "e-mail",
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
      preferred: "plan",
      not: [/(?<!win |interest |exchange )\brates?\b/, /\btariffs?\b/],
      // the specification's column
      but: [
        ...["admin.tariff", "mail.row_tariff", "operations.column_tariff", "renewal.serverTariff"],
        ...["server.plan", "upgrade.serverTariff", "vps.tariff"],
      ],
    },
    { preferred: "deposit", not: [/\btop(?:s|ped|ping)?[ -]?(?:it )?up\b/] },
    { preferred: "referral, referrer", not: [/\bbrought\b/, /\bbrings?\b/] },
    { preferred: "rental", not: [/\brents\b/] },
    { preferred: "paid until, billing period", not: [/\bpaid time\b/] },
    { preferred: "right away", not: [/\bat once\b/] },
    { preferred: "automatically", not: [/\bby (?:it|them)sel(?:f|ves)\b/] },
    {
      preferred: "on hold (money), confirm (what a client has to)",
      not: [/\bwaits\b/],
    },
    { preferred: "refunded", not: [/\bgiven back\b/] },
    { preferred: "max drawdown, max drawdown in money", not: [/\bmaximal\b/] },
    { preferred: "IP address", not: [/\bip-address\b/] },
    { preferred: "You need … more", not: [/\blacks \{\{/, /\bis missing: \{\{/] },
    // "sign out" is a Windows command
    { preferred: "log in, log out", not: [/\bsign in\b/, /\bsign out\b/], but: ["faq/1-vps.md"] },
    { preferred: "partner program", not: [/\bprogramme\b/, /\baffiliate\b/] },
    // the name of the command as staff types it
    {
      preferred: "client area, our address",
      not: [/\bcabinet\b/],
      but: ["staff.more_one", "staff.more_other"],
    },
    { preferred: "click (a button)", not: [/\bpress(?:ed)?\b/], but: ["guide.stepCompile"] },
    { preferred: "letters (A–Z)", not: [/\blatin letters\b/] },
    { preferred: "plain words", not: [/\bplease note\b/, /\bkindly\b/, /\boops\b/] },
  ],
  ru: [
    {
      preferred: "закрыт (о сервере)",
      not: [/отозва[нл]/, /удал[её]нн\S+ сервер/, /сервер(?: [^\s,]+){0,2} удал[её]н/],
    },
    { preferred: "обращение", not: [/тикет/] },
    { preferred: "партнёрская ссылка, партнёрский код", not: [/реферальн\S+ ссылк/, /код\S* партн[её]ра/] },
    { preferred: "без рода (кто открыл, коды сохранены)", not: [/[а-яё]\(л?а\)/] },
    { preferred: "данные для входа", not: [/уч[её]тн\S+ данн/, /\*\*доступ\*\*/] },
    { preferred: "аккаунт", not: [/уч[её]тн\S+ запис/] },
    { preferred: "код восстановления", not: [/резервн\S+ код/] },
    { preferred: "инструкция", not: [/руководств/] },
    { preferred: "перезагрузить (сервер)", not: [/перезапу/] },
    { preferred: "плавающая прибыль", not: [/открыт\S+ результат/] },
    { preferred: "поддержка, сотрудник", not: [/оператор/] },
    {
      preferred: "живая речь",
      not: [/осуществля/, /(?<![а-яё])данн(?:ый|ого|ому|ым|ом|ой|ую)(?![а-яё])/, /является/],
    },
    { preferred: "уведомления", not: [/оповещени/, /алерт/] },
    { preferred: "IP-адрес", not: [/ip адрес/, /ай-?пи/] },
    { preferred: "Последняя активность", not: [/последний визит/] },
    { preferred: "Показать таблицей", not: [/то же таблицей/, /в виде таблицы/] },
    { preferred: "вывести", not: [/заказать вывод/, /снять средства/] },
    { preferred: "тариф", not: [/тарифный план/] },
    { preferred: "e-mail (адрес), письмо (сообщение)", not: [/имейл/, /емейл/] },
    { preferred: "длинная, короткая (сделка)", not: [/(?<![а-яё])лонг/, /(?<![а-яё])шорт/] },
    { preferred: "чат-бот Telegram", not: [/чат telegram/] },
    { preferred: "восстановить пароль (аккаунта)", not: [/код\S* для сброса/] },
    { preferred: "просадка", not: [/дродаун/, /drawdown/] },
  ],
};
