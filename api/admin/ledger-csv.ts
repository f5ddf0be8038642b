import { handle } from "#api/http/handle";
import { textStream } from "#api/http/text-stream";
import { ApiError } from "#api/lib/api-error";
import { ledgerExport, ledgerExportInput } from "#api/modules/books/ledger-export";
import * as contract from "#contract/admin/index";

export const ledgerCsv = handle(contract.ledgerCsv, async (input, context) => {
  const parsed = ledgerExportInput.safeParse({
    ...(input.from && { from: input.from }),
    ...(input.to && { to: input.to }),
    withOpening: input.withOpening === "on",
  });
  if (!parsed.success) throw new ApiError(422, "invalidInput");
  return new Response(textStream(ledgerExport(context, parsed.data)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="ledger.csv"',
      "cache-control": "no-store",
    },
  });
});
