import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";

/**
 * Beneficiary details of a bank transfer; an IBAN is stored without spaces. `note` is additional text of the
 * provider.
 */
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
    /** The order's id, which is also the payment reference. */
    number: z.string(),
    createdAt: timestamp,
    /** A later transfer is accepted too, after an operator has checked it. */
    dueAt: timestamp,
    /** In hundredths of the currency. */
    costCents: cents,
    currency: z.string(),
    client: z.object({ name: z.string(), email: z.string() }),
    details: z.array(bankDetail),
    /** Whether it still waits for its transfer. */
    isOpen: z.boolean(),
  }),
});
