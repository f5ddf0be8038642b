import type { Handler } from "#api/http/handle";
import { changeBillingDetails, readBillingDetails } from "./billing-details";
import { invoicePdf, listInvoices, readInvoice } from "./own-invoices";

export const booksRoutes: readonly Handler[] = [
  readBillingDetails,
  changeBillingDetails,
  listInvoices,
  readInvoice,
  invoicePdf,
];
