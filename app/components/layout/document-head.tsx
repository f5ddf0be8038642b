import { useRouteLoaderData } from "@remix-run/react";
import type { ShellData } from "./data";
import { Logo } from "./logo";

/** The head of a receipt or a statement: the mark and the name on the band, and who the provider is in law. */
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
