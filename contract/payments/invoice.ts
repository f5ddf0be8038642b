import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";

/** Where a bank transfer goes; of an IBAN its spaces are left out. `note` is what the provider says besides. */
export const bankDetailNames = ["beneficiary", "account", "bank", "bic", "address", "note"] as const;

const bankDetail = z.object({ name: z.enum(bankDetailNames), value: z.string() });
export type BankDetail = z.output<typeof bankDetail>;

export const depositInvoice = defineEndpoint({
  method: "GET",
  path: "/payments/deposits/:orderId/invoice",
  access: "client",
  summary: "Returns the invoice of a bank transfer: beneficiary, amount and reference",
  input: z.object({ orderId: z.string().check(z.minLength(1), z.maxLength(40)) }),
  output: z.object({
    /** The order's id, which is the reference of the transfer too. */
    number: z.string(),
    createdAt: timestamp,
    /** A transfer that comes later counts all the same, once an operator has seen it. */
    dueAt: timestamp,
    /** In hundredths of the currency. */
    costCents: cents,
    currency: z.string(),
    client: z.object({ name: z.string(), email: z.string() }),
    details: z.array(bankDetail),
    /** It waits for its transfer. */
    isOpen: z.boolean(),
  }),
});
