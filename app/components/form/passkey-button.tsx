import { useSubmit } from "@remix-run/react";
import { useState } from "react";
import { Button } from "#app/components/ui/button";
import { Notice } from "#app/components/ui/notice";
import { useHydrated } from "#app/components/ui/use-hydrated";
import { paths } from "#app/paths";

type PasskeyButtonProps = {
  label: string;
  failed: string;
  redirectTo?: string | null;
  /** Whether the passkey replaces the code after the password. */
  isSecondStep?: boolean;
};

/** Button that signs in with a passkey. Rendered only with script, because WebAuthn needs it. */
export function PasskeyButton({ label, failed, redirectTo, isSecondStep }: PasskeyButtonProps) {
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const [hasFailed, setFailed] = useState(false);
  if (isHydrated && !("credentials" in navigator)) return null;

  const logIn = async () => {
    setFailed(false);
    try {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const wish = new FormData();
      if (isSecondStep) wish.set("isSecondStep", "1");
      const answer = await fetch(paths.passkeyLoginOptions, { method: "POST", body: wish });
      const { ticket, options } = (await answer.json()) as { ticket: string; options: string };
      const response = JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
      const values = { ticket, response, ...(redirectTo && { redirectTo }) };
      submit(values, { method: "post", action: paths.passkeyLogin });
    } catch {
      // the user cancelled, the browser lacks support, or the network failed
      setFailed(true);
    }
  };

  return (
    <>
      <Button className="needs-script" onClick={logIn}>
        {label}
      </Button>
      {hasFailed && (
        <Notice tone="negative" role="alert">
          {failed}
        </Notice>
      )}
    </>
  );
}
