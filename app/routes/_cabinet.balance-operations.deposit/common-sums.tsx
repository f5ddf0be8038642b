import { Link } from "@remix-run/react";
import type { MouseEvent } from "react";
import { useLanguage, useText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { spaced } from "#app/components/ui/spaced";
import { amountText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";

const sums = [2_500, 5_000, 10_000, 20_000] as const;

/** Fills the sum in, and leaves what was chosen and typed beside it as it is. */
function fillIn(event: MouseEvent<HTMLAnchorElement>, amount: string) {
  const field = event.currentTarget.closest("form")?.elements.namedItem("amount");
  const isOwnTab = !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!isOwnTab || !(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.value = amount;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** Sums that are often paid: each an address of the form with it filled in. */
export function CommonSums({ returnTo }: { returnTo: string | null }) {
  const t = useText("deposit");
  const language = useLanguage();
  return (
    <nav className="sums" aria-label={t("sums")}>
      {spaced(
        sums.map((cents) => (
          <Link
            key={cents}
            className={buttonClass()}
            onClick={(event) => fillIn(event, amountText(cents))}
            to={paths.deposit({ amount: amountText(cents), returnTo: returnTo ?? undefined })}
          >
            {moneyText(cents, language).replace(/[.,]00/, "")}
          </Link>
        )),
      )}
    </nav>
  );
}
