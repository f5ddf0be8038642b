import { excerpt, FileProblem } from "#statements/problem";
import type { Row } from "#statements/rows";
import { placeOf } from "#statements/rows";

/** Column names of cTrader's history in its languages; the client chooses the columns. */
const columns = {
  ticket: /^(closing )?deal id|^id( de(l| la)? .*)?$|^id сделки|^ордер|^order id/,
  position: /^position id|^id позиции|^id (de )?posici[oó]n/,
  symbol: /^(symbol|s[ií]mbolo|symbole|simbolo|символ|инструмент|sembol)$/,
  direction: /direction|direcci[oó]n|направлен|richtung|direzione|dire[cç][aã]o|^sens|^side$/,
  openTime:
    /open(ing)? time|entry time|hora de (apertura|abertura)|время открытия|er?öffnungszeit|heure d.ouverture|ora di apertura/,
  closeTime:
    /clos(e|ing) time|hora de (cierre|fechamento)|время закрытия|schlie(ß|ss)|schlusszeit|heure de (fermeture|cl[oô]ture)|ora di chiusura/,
  openPrice:
    /entry price|open(ing)? price|precio de (entrada|apertura)|цена (входа|открытия)|einstiegs|eröffnungs(preis|kurs)|prix d.(entrée|ouverture)|prezzo di (entrata|apertura|ingresso)|preço de (entrada|abertura)/,
  closePrice:
    /clos(e|ing) price|precio de (cierre|salida)|цена (выхода|закрытия)|schluss(preis|kurs)|prix de (fermeture|cl[oô]ture|sortie)|prezzo di chiusura|preço de fechamento/,
  quantity: /quantity|cantidad|количество|menge|quantité|quantità|quantidade|^lots?$|^лоты$/,
  volume: /volume|volumen|объ[её]м/,
  swap: /^swaps?$|^свопы?$|^overnight/,
  commission:
    /^commissions?$|^comisi[oó]n(es)?$|^комисси[яи]$|^kommission(en)?$|^commissioni$|^comiss(ão|ões)$/,
  gross: /gross|brut[ot]?|brutto|lordo|валов/,
  // an amount of money: some sites have net pips, shares and sizes too
  net: /^(?!.*(\bpips?\b|\bpoints?\b|%|percent|volume|\blots?\b|quantity|пункт|процент|объ[её]м|лот))(.*\bnet\b|.*\bneto\b|.*netto|.*чист|.*líquido)/,
  balance: /balance|saldo|solde|баланс|kontostand|bakiye/,
  comment: /^comment|^comentario|^комментарий|^kommentar|^commentaire|^commento|^coment[aá]rio/,
} as const;
export type CTraderName = keyof typeof columns;

/** Returns a heading without its zone and currency: `Opening time (UTC-4)`, `Net $`, `Balance USD`. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\((utc|gmt)[^)]*\)/g, "")
    .replace(/[$€£¥₽]/g, "")
    .trim();

export type CTraderColumns = Partial<Record<CTraderName, number>>;

/** Returns the index of each column; the first of each kind counts. */
export function cTraderColumns(row: Row): CTraderColumns {
  const indexes: CTraderColumns = {};
  for (const [index, cell] of row.cells.entries()) {
    const text = plain(cell);
    const name = (Object.keys(columns) as CTraderName[]).find(
      (one) => columns[one].test(text) && indexes[one] === undefined,
    );
    if (name) indexes[name] = index;
  }
  return indexes;
}

/**
 * Returns whether a row has the headings of a cTrader history: no other file has a direction with a closing time and
 * a net amount.
 */
export function isCTraderHeading(row: Row): boolean {
  const { direction, closeTime, openPrice, closePrice, net } = cTraderColumns(row);
  return [direction, closeTime, openPrice, closePrice, net].every((at) => at !== undefined);
}

/** Returns whether headings have marks that only cTrader writes: a zone, or the balance after each row. */
export const hasCTraderMarks = (row: Row): boolean =>
  cTraderZone(row) !== null || cTraderColumns(row).balance !== undefined;

/** Returns the zone of a time heading in minutes; null without one. */
export function cTraderZone(row: Row): number | null {
  for (const cell of row.cells) {
    const zone = /\((?:utc|gmt)\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?\)/i.exec(cell);
    if (zone) return (zone[1] === "-" ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3] ?? 0));
    if (/\((utc|gmt)\)/i.test(cell)) return 0;
  }
  return null;
}

const signs: Record<string, string> = { $: "USD", "€": "EUR", "£": "GBP", "₽": "RUB" };

function currencyOf(heading: string): string | undefined {
  const sign = Object.keys(signs).find((one) => heading.includes(one));
  return /\b([A-Z]{3})\b/.exec(heading)?.[1] ?? (sign ? signs[sign] : undefined);
}

/** Returns the currency of a money heading: `Net USD`, `Saldo $`. */
export const cTraderCurrency = (row: Row, { net, balance }: CTraderColumns): string | undefined =>
  currencyOf(row.cells[balance ?? net ?? -1] ?? "");

/**
 * Returns the column of the net amount. If there are several in different currencies, the one in the balance's
 * currency is the account's.
 *
 * @throws FileProblem if the account's column can't be determined.
 */
export function netColumn(row: Row, { net, balance }: CTraderColumns): number {
  const all = [...row.cells.keys()].filter((index) => columns.net.test(plain(row.cells[index] ?? "")));
  if (all.length < 2) return net ?? -1;
  const account = currencyOf(row.cells[balance ?? -1] ?? "");
  const same = all.filter((index) => currencyOf(row.cells[index] ?? "") === account);
  if (account === undefined || same.length !== 1)
    throw new FileProblem(
      "importColumnUnknown",
      placeOf(row, all[1] ?? 0),
      excerpt(row.cells[all[1] ?? 0] ?? ""),
    );
  return same[0] ?? -1;
}
