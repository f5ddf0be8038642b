import { useRouteLoaderData } from "@remix-run/react";
import { Logo } from "./logo";
import type { ShellData } from "./shell-data";

/**
 * The header of a receipt or a statement: the logo and the name on the dark band, and the provider's legal details.
 */
export function DocumentHead() {
  const brand = useRouteLoaderData<ShellData>("root");
  if (!brand) return null;
  const { productName, mark, legal } = brand;
  return (
    <div className="paper-head band">
      <p className="row">
        <Logo mark={mark} /> <strong>{productName}</strong>
      </p>
      {legal.length > 0 && (
        <p>
          {legal.map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
