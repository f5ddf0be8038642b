import { and, asc, eq } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { isClientSession } from "#api/auth/sessions";
import type { Database } from "#api/db/connect";
import { ledgerAccounts, ledgerEntries } from "#api/db/schema/balance";
import { sentEmails } from "#api/db/schema/email";
import { machineOrders } from "#api/db/schema/machine-orders";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { monitoringDeals, monitoringTrades } from "#api/db/schema/monitoring-history";
import { telegramChats } from "#api/db/schema/monitoring-notices";
import { partnerNetwork, partnerRewards, partnerWallets, partnerWithdrawals } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import { promoCodes } from "#api/db/schema/promo-codes";
import { passkeys, securityEvents } from "#api/db/schema/security";
import { ticketMessages, tickets } from "#api/db/schema/support";
import { sessions, users } from "#api/db/schema/users";
import { rates, serverPayments, servers } from "#api/db/schema/vps";

/** A row of the export; its columns contain no secrets, hashes or ids of other clients. */
export type Row = Record<string, unknown>;
type Part = (db: Database, userId: string) => PgSelect;

/**
 * The exported data of a client, by file name. Each query is ordered by a unique column, so that it can be read page
 * by page.
 */
export const exportQueries: Readonly<Record<string, Part>> = {
  profile: (db, userId) => {
    const { id, email, name, language, timeZone, createdAt, emailVerifiedAt, referralCode } = users;
    const columns = { id, email, name, language, timeZone, createdAt, emailVerifiedAt, referralCode };
    return db.select(columns).from(users).where(eq(id, userId)).$dynamic();
  },
  sessions: (db, userId) => {
    const { id, createdAt, lastSeenAt, userAgent, address } = sessions;
    const columns = { createdAt, lastSeenAt, userAgent, address };
    const own = and(eq(sessions.userId, userId), isClientSession);
    return db.select(columns).from(sessions).where(own).orderBy(asc(id)).$dynamic();
  },
  activity: (db, userId) => {
    const { id, at, kind, subject, address, userAgent } = securityEvents;
    const columns = { at, kind, subject, address, userAgent };
    const own = eq(securityEvents.userId, userId);
    return db.select(columns).from(securityEvents).where(own).orderBy(asc(at), asc(id)).$dynamic();
  },
  emails: (db, userId) => {
    const { id, sentAt, address, subject, template } = sentEmails;
    const columns = { sentAt, address, subject, template };
    const own = eq(sentEmails.userId, userId);
    return db.select(columns).from(sentEmails).where(own).orderBy(asc(sentAt), asc(id)).$dynamic();
  },
  passkeys: (db, userId) => {
    const { id, name, createdAt, lastUsedAt } = passkeys;
    const columns = { name, createdAt, lastUsedAt };
    return db.select(columns).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(id)).$dynamic();
  },
  chats: (db, userId) => {
    const { purpose, chatId, linkedAt } = telegramChats;
    const own = eq(telegramChats.userId, userId);
    return db
      .select({ purpose, chatId, linkedAt })
      .from(telegramChats)
      .where(own)
      .orderBy(asc(purpose))
      .$dynamic();
  },
  servers: (db, userId) => {
    const { id, comment, operatingSystem, status, isTest, issuedAt, paidUntil, autoRenewal, ip, login } =
      servers;
    const about = { id, tariff: rates.name, comment, operatingSystem, status, isTest };
    const columns = { ...about, issuedAt, paidUntil, autoRenewal, ip, login };
    return db
      .select(columns)
      .from(servers)
      .innerJoin(rates, eq(rates.id, servers.rateId))
      .where(eq(servers.userId, userId))
      .orderBy(asc(id))
      .$dynamic();
  },
  "server-orders": (db, userId) => {
    const { id, serverId, kind, status, acceptedAt, finishedAt } = machineOrders;
    return db
      .select({ id, serverId, kind, status, acceptedAt, finishedAt })
      .from(machineOrders)
      .innerJoin(servers, eq(servers.id, serverId))
      .where(eq(servers.userId, userId))
      .orderBy(asc(acceptedAt), asc(id))
      .$dynamic();
  },
  "server-payments": (db, userId) => {
    const { id, serverId, kind, createdAt, periodFrom, periodTo, months, tariff } = serverPayments;
    const { priceCents, discountCents, totalCents, promoCode } = serverPayments;
    const what = { id, serverId, kind, createdAt, periodFrom, periodTo, months, tariff };
    const columns = { ...what, priceCents, discountCents, totalCents, promoCode };
    const own = eq(serverPayments.userId, userId);
    return db.select(columns).from(serverPayments).where(own).orderBy(asc(createdAt), asc(id)).$dynamic();
  },
  balance: (db, userId) => {
    const { id, at, kind, amountCents, balanceAfterCents } = ledgerEntries;
    return db
      .select({ id, at, account: ledgerAccounts.kind, kind, amountCents, balanceAfterCents })
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(eq(ledgerAccounts.userId, userId))
      .orderBy(asc(id))
      .$dynamic();
  },
  payments: (db, userId) => {
    const { id, method, sumCents, costCents, currency, payer, txid, status, createdAt, receivedAt } =
      deposits;
    const columns = { id, method, sumCents, costCents, currency, payer, txid, status, createdAt, receivedAt };
    const own = eq(deposits.userId, userId);
    return db.select(columns).from(deposits).where(own).orderBy(asc(createdAt), asc(id)).$dynamic();
  },
  tickets: (db, userId) => {
    const { id, department, title, status, createdAt, lastMessageAt } = tickets;
    const columns = { id, department, title, status, createdAt, lastMessageAt };
    return db.select(columns).from(tickets).where(eq(tickets.userId, userId)).orderBy(asc(id)).$dynamic();
  },
  "ticket-messages": (db, userId) => {
    const { id, ticketId, author, text, createdAt } = ticketMessages;
    return db
      .select({ id, ticketId, author, text, createdAt })
      .from(ticketMessages)
      .innerJoin(tickets, eq(tickets.id, ticketId))
      .where(eq(tickets.userId, userId))
      .orderBy(asc(ticketId), asc(createdAt), asc(id))
      .$dynamic();
  },
  "monitoring-accounts": (db, userId) => {
    const { id, monitoringId, number, name, visibility, server, currency, leverage, mode } =
      monitoringAccounts;
    const { createdAt, heardAt, balance, equity } = monitoringAccounts;
    const about = { monitoringId, number, name, visibility, server, currency, leverage, mode };
    const columns = { ...about, createdAt, heardAt, balance, equity };
    const own = eq(monitoringAccounts.userId, userId);
    return db.select(columns).from(monitoringAccounts).where(own).orderBy(asc(id)).$dynamic();
  },
  "monitoring-trades": (db, userId) => {
    const { accountId, ticket, symbol, side, volume, openedAt, closedAt, openPrice, closePrice } =
      monitoringTrades;
    const { profit, swap, commission, fee, taxes, result, magic, comment } = monitoringTrades;
    const what = { account: monitoringAccounts.number, ticket, symbol, side, volume, openedAt, closedAt };
    const columns = {
      ...what,
      openPrice,
      closePrice,
      profit,
      swap,
      commission,
      fee,
      taxes,
      result,
      magic,
      comment,
    };
    return db
      .select(columns)
      .from(monitoringTrades)
      .innerJoin(monitoringAccounts, eq(monitoringAccounts.id, accountId))
      .where(eq(monitoringAccounts.userId, userId))
      .orderBy(asc(accountId), asc(ticket))
      .$dynamic();
  },
  "monitoring-deals": (db, userId) => {
    const { accountId, ticket, position, at, type, entry, symbol, volume, price } = monitoringDeals;
    const { commission, fee, swap, profit, magic, comment } = monitoringDeals;
    const dealColumns = {
      account: monitoringAccounts.number,
      ticket,
      position,
      at,
      type,
      entry,
      symbol,
      volume,
      price,
    };
    return db
      .select({ ...dealColumns, commission, fee, swap, profit, magic, comment })
      .from(monitoringDeals)
      .innerJoin(monitoringAccounts, eq(monitoringAccounts.id, accountId))
      .where(eq(monitoringAccounts.userId, userId))
      .orderBy(asc(accountId), asc(ticket))
      .$dynamic();
  },
  "partner-clients": (db, userId) => {
    const { id, level, parentId, joinedAt } = partnerNetwork;
    const own = eq(partnerNetwork.partnerId, userId);
    return db
      .select({ id, level, parentId, joinedAt })
      .from(partnerNetwork)
      .where(own)
      .orderBy(asc(id))
      .$dynamic();
  },
  "partner-rewards": (db, userId) => {
    const { id, level, percent, amountCents, createdAt, settledAt } = partnerRewards;
    const columns = { id, level, percent, amountCents, createdAt, settledAt };
    const own = eq(partnerRewards.partnerId, userId);
    return db.select(columns).from(partnerRewards).where(own).orderBy(asc(createdAt), asc(id)).$dynamic();
  },
  "partner-wallets": (db, userId) => {
    const { id, method, wallet, createdAt, confirmedAt } = partnerWallets;
    const own = eq(partnerWallets.userId, userId);
    return db
      .select({ method, wallet, createdAt, confirmedAt })
      .from(partnerWallets)
      .where(own)
      .orderBy(asc(id))
      .$dynamic();
  },
  "partner-withdrawals": (db, userId) => {
    const { id, createdAt, method, wallet, amountCents, status, decidedAt, reason, reference } =
      partnerWithdrawals;
    const columns = { id, createdAt, method, wallet, amountCents, status, decidedAt, reason, reference };
    const own = eq(partnerWithdrawals.userId, userId);
    return db.select(columns).from(partnerWithdrawals).where(own).orderBy(asc(createdAt), asc(id)).$dynamic();
  },
  "promo-codes": (db, userId) => {
    const { id, name, discount, createdAt, deletedAt } = promoCodes;
    const own = eq(promoCodes.userId, userId);
    return db
      .select({ name, discount, createdAt, deletedAt })
      .from(promoCodes)
      .where(own)
      .orderBy(asc(id))
      .$dynamic();
  },
};
