import { authenticator } from "otplib";
import { createStaffMember } from "#api/auth/staff";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testPassword } from "#api/testing";
import * as contract from "#contract/admin/index";
import type { StaffRole } from "#contract/admin/roles";

const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** The code that the authenticator app of a member created by `newStaff` shows now. */
export const codeNow = ({ deps }: TestApi): string =>
  authenticator.clone({ epoch: deps.clock.now().getTime() }).generate(totpSecret);

/** Creates a staff member who has logged in. */
export async function newStaff(
  api: TestApi,
  ...roles: StaffRole[]
): Promise<{ email: string; token: string }> {
  const email = `${api.deps.ids.id()}@staff.test`.toLowerCase();
  await transaction(api.db, (tx) =>
    createStaffMember(api.deps, tx, { email, name: email, roles, password: testPassword, totpSecret }),
  );
  const { body } = await api.call(contract.login, { email, password: testPassword });
  await api.call(contract.confirmLogin, { code: codeNow(api) }, { token: body.token });
  return { email, token: body.token };
}
