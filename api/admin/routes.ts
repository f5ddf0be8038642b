import type { Handler } from "#api/http/handle";
import { preview } from "./announcements";
import { listClients, readClient } from "./clients";
import { describeOperation, listOperations } from "./describe-operation";
import { health } from "./health";
import { inbox, inboxItem } from "./inbox";
import { ledgerCsv } from "./ledger-csv";
import { confirmLogin, login, logout, me } from "./login";
import { previewByName, readList, runByName } from "./operations";
import { listTickets, readTicket, reply, ticketFile } from "./tickets";
import { endView, startView } from "./views";

/** Endpoints of the admin console, served if ADMIN=on. */
export const adminRoutes: readonly Handler[] = [
  login,
  confirmLogin,
  logout,
  me,
  inbox,
  inboxItem,
  listClients,
  readClient,
  listTickets,
  readTicket,
  ticketFile,
  reply,
  listOperations,
  describeOperation,
  runByName,
  previewByName,
  readList,
  health,
  preview,
  ledgerCsv,
  startView,
  endView,
];
