import type { Language } from "#contract/languages";
import { mailText } from "./render";

/** What people write in the sample emails, and what the service names in an email's language. */
const written = {
  en: {
    name: "Anna",
    bankCard: "Bank card",
    days: { daily: "22 Nov 2026", weekly: "16–22 Nov 2026", monthly: "1–30 Nov 2026" },
    drawdown: { value: "21.4", threshold: "20" },
    ticket: {
      title: "Terminal does not start",
      text: "We've restarted the server.\n\nTry again now.",
    },
    announcement: {
      subject: "Maintenance on 12 December",
      text: "Between 02:00 and 04:00 UTC, each server will restart once.\n\nOpen orders stay with your broker.",
    },
    staffNotice: {
      subject: "New at Tradehost: 1 ticket",
      text: "Ticket: Terminal does not start\nClient: anna@example.com\nWaiting since 21 Nov 2026, 02:40 UTC",
    },
    reasons: {
      testServer: "A test server was already given to this network.",
      reversal: "The bank reversed the card payment of 3 November.",
      bulkEmail: "It was sending bulk e-mail.",
      bulkEmailAgain: "It was sending bulk e-mail again.",
      noServer: "No server is available this week.",
      otherCards: "Three payments in a row were made with other people's cards.",
      downtime: "For the hour of downtime on 3 November.",
      bookedTwice: "The credit of 3 November was booked twice.",
      byRequest: "You asked for it in a ticket.",
      chargeback: "The cardholder disputed the payment.",
      company: "Wrong company name.",
      wallet: "The wallet belongs to another network.",
      noTransaction: "There is no transaction with this TXID.",
    },
  },
  ru: {
    name: "Анна",
    bankCard: "Банковская карта",
    days: { daily: "22 нояб. 2026", weekly: "16–22 нояб. 2026", monthly: "1–30 нояб. 2026" },
    drawdown: { value: "21,4", threshold: "20" },
    ticket: {
      title: "Терминал не запускается",
      text: "Мы перезагрузили сервер.\n\nПопробуйте ещё раз.",
    },
    announcement: {
      subject: "Работы 12 декабря",
      text: "С 02:00 до 04:00 UTC каждый сервер один раз перезагрузится.\n\nОткрытые ордера останутся у вашего брокера.",
    },
    staffNotice: {
      subject: "Tradehost, новое: 1 обращение",
      text: "Обращение: Терминал не запускается\nКлиент: anna@example.com\nЖдёт с 21 нояб. 2026, 02:40 UTC",
    },
    reasons: {
      testServer: "Для этой сети тестовый сервер уже выдавали.",
      reversal: "Банк отменил платёж картой от 3 ноября.",
      bulkEmail: "С него рассылали спам.",
      bulkEmailAgain: "С него снова рассылали спам.",
      noServer: "На этой неделе свободных серверов нет.",
      otherCards: "Три платежа подряд сделаны чужими картами.",
      downtime: "За час простоя 3 ноября.",
      bookedTwice: "Зачисление 3 ноября проведено дважды.",
      byRequest: "Вы попросили об этом в обращении.",
      chargeback: "Владелец карты оспорил платёж.",
      company: "Неверное название компании.",
      wallet: "Кошелёк относится к другой сети.",
      noTransaction: "Транзакции с таким TXID нет.",
    },
  },
} satisfies Record<Language, object>;

/** Returns the texts of the sample emails in a language. */
export function sampleTexts(language: Language) {
  const { drawdown, ...texts } = written[language];
  return { ...texts, alert: mailText(language, "alert_drawdown", drawdown) };
}
