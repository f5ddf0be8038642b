import { paths } from "#app/paths";
import type { AccountPage } from "#contract/monitoring/index";
import type { PageData } from "./load.server";

type Props = Pick<PageData, "figures"> & { account: Pick<AccountPage, "id"> };

/** Where the trades come from and whether they add up, in one line; its own page says what that means. */
export function OriginLine({ figures, account }: Props) {
  return (
    <p className="small" id="origin">
      <a href={paths.monitoringOrigin(account.id)}>{figures.origin.text}</a>
    </p>
  );
}
