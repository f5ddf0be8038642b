import type { Deps } from "#api/deps";
import { systemOf } from "#api/integrations/payments/system";
import { payoutMethodName } from "#api/modules/partners/withdrawals";
import { businessSettings } from "#api/modules/settings/read-settings";
import { departmentIn } from "#api/modules/support/departments";
import type { OperationRow } from "#contract/admin/index";
import type { Language } from "#contract/languages";

type Names = Pick<Deps, "db" | "clock" | "payments"> & { language: Language };

/** Returns the name of a payment or payout method as clients see it; the id if it is not offered any more. */
export const methodName = (
  { payments, language }: Pick<Names, "payments" | "language">,
  id: string,
): string => systemOf(payments, id)?.method.name[language] ?? payoutMethodName(id, language);

/** Returns rows with the names that clients see instead of the ids of methods and departments. */
export async function withNames<R extends OperationRow>(context: Names, rows: readonly R[]): Promise<R[]> {
  const hasDepartments = rows.some((row) => typeof row.department === "string");
  const { departments } = hasDepartments
    ? await businessSettings(context.db, context.clock.now())
    : { departments: [] };
  return rows.map((row) => {
    const { method, department } = row;
    return {
      ...row,
      ...(typeof method === "string" && { method: methodName(context, method) }),
      ...(typeof department === "string" && {
        department: departmentIn(departments, context.language, department).name,
      }),
    };
  });
}
