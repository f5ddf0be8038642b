import type { LanguageOfTerminal } from "./format";

type Labels = {
  title: string;
  tester: string;
  name: string;
  account: string;
  date: string;
  banners: [positions: string, orders: string, deals: string, open: string, results: string];
  positions: string;
  orders: string;
  deals: string;
  open: string;
  balance: string[];
  results: [net: string, profit: string, loss: string, trades: string, short: string, long: string];
};

/**
 * The terminals' words in some languages; headings are separated by `|`. Deal words (`buy`, `in`, `balance`) are
 * English in all.
 */
export const labels: Record<LanguageOfTerminal, Labels> = {
  English: {
    title: "Trade History Report",
    tester: "Strategy Tester Report",
    name: "Name:",
    account: "Account:",
    date: "Date:",
    banners: ["Positions", "Orders", "Deals", "Open Positions", "Results"],
    positions: "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Time|Price|Commission|Swap|Profit",
    orders: "Open Time|Order|Symbol|Type|Volume|Price|S / L|T / P|Time|State||Comment",
    deals:
      "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Cost|Commission|Fee|Swap|Profit|Balance|Comment",
    open: "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Market Price|Swap||Profit|Comment",
    balance: [
      "Balance",
      "Free Margin",
      "Credit Facility",
      "Margin",
      "Floating P/L",
      "Margin Level",
      "Equity",
    ],
    results: [
      "Total Net Profit",
      "Gross Profit",
      "Gross Loss",
      "Total Trades",
      "Short Trades (won %)",
      "Long Trades (won %)",
    ],
  },
  Russian: {
    title: "Отчет по торговой истории",
    tester: "Отчет Тестера стратегий",
    name: "Имя:",
    account: "Счет:",
    date: "Дата:",
    banners: ["Позиции", "Ордера", "Сделки", "Открытые позиции", "Результаты"],
    positions: "Время|Позиция|Символ|Тип|Объем|Цена|S / L|T / P|Время|Цена|Комиссия|Своп|Прибыль",
    orders: "Время открытия|Ордер|Символ|Тип|Объем|Цена|S / L|T / P|Время|Состояние||Комментарий",
    deals:
      "Время|Сделка|Символ|Тип|Направление|Объем|Цена|Ордер|Издержки|Комиссия|Сбор|Своп|Прибыль|Баланс|Комментарий",
    open: "Время|Позиция|Символ|Тип|Объем|Цена|S / L|T / P|Рыночная цена|Своп||Прибыль|Комментарий",
    balance: [
      "Баланс",
      "Свободная маржа",
      "Кредит",
      "Маржа",
      "Плавающая прибыль",
      "Уровень маржи",
      "Средства",
    ],
    results: [
      "Чистая прибыль",
      "Общая прибыль",
      "Общий убыток",
      "Всего трейдов",
      "Короткие трейды (% выигравших)",
      "Длинные трейды (% выигравших)",
    ],
  },
  German: {
    title: "Bericht der Handelshistorie",
    tester: "Bericht des Strategietesters",
    name: "Name:",
    account: "Konto:",
    date: "Datum:",
    banners: ["Positionen", "Orders", "Trades", "Offene Positionen", "Ergebnisse"],
    positions: "Zeit|Position|Symbol|Typ|Volumen|Preis|S / L|T / P|Zeit|Preis|Kommission|Swap|Gewinn",
    orders: "Eröffnungszeit|Order|Symbol|Typ|Volumen|Preis|S / L|T / P|Zeit|Status||Kommentar",
    deals:
      "Zeit|Trade|Symbol|Typ|Richtung|Volumen|Preis|Order|Kosten|Kommission|Gebühr|Swap|Gewinn|Kontostand|Kommentar",
    open: "Zeit|Position|Symbol|Typ|Volumen|Preis|S / L|T / P|Marktpreis|Swap||Gewinn|Kommentar",
    balance: ["Kontostand", "Freie Margin", "Kredit", "Margin", "Schwebender G/V", "Margin-Niveau", "Equity"],
    results: [
      "Nettogewinn gesamt",
      "Bruttogewinn",
      "Bruttoverlust",
      "Trades gesamt",
      "Short-Trades (gewonnen %)",
      "Long-Trades (gewonnen %)",
    ],
  },
  Spanish: {
    title: "Informe de historia de trading",
    tester: "Informe del Probador de Estrategias",
    name: "Nombre:",
    account: "Cuenta:",
    date: "Fecha:",
    banners: ["Posiciones", "Órdenes", "Transacciones", "Posiciones abiertas", "Resultados"],
    positions:
      "Fecha/Hora|Posición|Símbolo|Tipo|Volumen|Precio|S / L|T / P|Fecha/Hora|Precio|Comisión|Swap|Beneficio",
    orders: "Hora de apertura|Orden|Símbolo|Tipo|Volumen|Precio|S / L|T / P|Fecha/Hora|Estado||Comentario",
    deals:
      "Fecha/Hora|Transacción|Símbolo|Tipo|Dirección|Volumen|Precio|Orden|Costos|Comisión|Tarifa|Swap|Beneficio|Balance|Comentario",
    open: "Fecha/Hora|Posición|Símbolo|Tipo|Volumen|Precio|S / L|T / P|Precio de mercado|Swap||Beneficio|Comentario",
    balance: ["Saldo", "Margen libre", "Crédito", "Margen", "P/L flotante", "Nivel de margen", "Equidad"],
    results: [
      "Beneficio Neto",
      "Beneficio Bruto",
      "Pérdidas Brutas",
      "Total de operaciones",
      "Posiciones cortas (% rentables)",
      "Posiciones largas (% rentables)",
    ],
  },
  French: {
    title: "Rapport d'historique de trading",
    tester: "Rapport du Testeur de Stratégie",
    name: "Nom :",
    account: "Compte :",
    date: "Date :",
    banners: ["Positions", "Ordres", "Transactions", "Positions ouvertes", "Résultats"],
    positions: "Heure|Position|Symbole|Type|Volume|Prix|S / L|T / P|Heure|Prix|Commission|Échange|Profit",
    orders: "Heure d'ouverture|Ordre|Symbole|Type|Volume|Prix|S / L|T / P|Heure|État||Commentaire",
    deals:
      "Heure|Transaction|Symbole|Type|Direction|Volume|Prix|Ordre|Coût|Commission|Frais|Échange|Profit|Solde|Commentaire",
    open: "Heure|Position|Symbole|Type|Volume|Prix|S / L|T / P|Prix du marché|Échange||Profit|Commentaire",
    balance: ["Solde", "Marge libre", "Crédit", "Marge", "P/L flottant", "Niveau de marge", "Fonds"],
    results: [
      "Profit net total",
      "Profit brut",
      "Perte brute",
      "Nb trades",
      "Positions courtes (% gagnées)",
      "Positions longues (% gagnées)",
    ],
  },
  Chinese: {
    title: "交易历史报告",
    tester: "策略测试报告",
    name: "名称：",
    account: "账户：",
    date: "日期：",
    banners: ["持仓", "订单", "成交", "未平仓", "结果"],
    positions: "时间|持仓|交易品种|类型|交易量|价位|止损|止盈|时间|价位|手续费|库存费|盈利",
    orders: "开仓时间|订单|交易品种|类型|交易量|价位|止损|止盈|时间|状态||注释",
    deals: "时间|成交|交易品种|类型|趋向|交易量|价位|订单|成本|手续费|费用|库存费|盈利|结余|注释",
    open: "时间|持仓|交易品种|类型|交易量|价位|止损|止盈|市场价格|库存费||盈利|注释",
    balance: ["结余", "可用预付款", "信用", "预付款", "浮动盈亏", "预付款比例", "净值"],
    results: ["总净盈利", "毛利", "毛损", "总交易", "短仓 (赢得 %)", "长仓 (赢得 %)"],
  },
  Turkish: {
    title: "İşlem Geçmişi Raporu",
    tester: "Strateji Test Cihazı Raporu",
    name: "İsim:",
    account: "Hesap:",
    date: "Tarih:",
    banners: ["Pozisyonlar", "Emirler", "İşlemler", "Açık Pozisyonlar", "Sonuçlar"],
    positions: "Zaman|Pozisyon|Sembol|Tip|Hacim|Fiyat|Z / D|K / A|Zaman|Fiyat|Komisyon|Swap|Kâr",
    orders: "Açılış Zamanı|Emir|Sembol|Tip|Hacim|Fiyat|Z / D|K / A|Zaman|Durum||Yorum",
    deals: "Zaman|İşlem|Sembol|Tip|Yön|Hacim|Fiyat|Emir|Maliyet|Komisyon|Ücret|Swap|Kâr|Bakiye|Yorum",
    open: "Zaman|Pozisyon|Sembol|Tip|Hacim|Fiyat|Z / D|K / A|Piyasa Fiyatı|Swap||Kâr|Yorum",
    balance: ["Bakiye", "Serbest Marjin", "Kredi", "Marjin", "Yüzen K/Z", "Marjin Seviyesi", "Varlık"],
    results: [
      "Toplam Net Kâr",
      "Brüt Kâr",
      "Brüt Zarar",
      "Toplam İşlem",
      "Kısa İşlemler (% kazanan)",
      "Uzun İşlemler (% kazanan)",
    ],
  },
};
export const languagesOfTerminals = Object.keys(labels) as LanguageOfTerminal[];
