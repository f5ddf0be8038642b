import { useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { SecondQuestion } from "#app/components/form/second-question";
import { SubmitButton } from "#app/components/form/submit-button";
import { useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { listAddress, listState } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import type { ControlAction } from "#contract/vps/status";
import { controlActions } from "#contract/vps/status";
import type { loader } from "./route";

const asks = { turnOn: "askTurnOn", turnOff: "askTurnOff", restart: "askRestart" } as const;
const yeses = { turnOn: "yesTurnOn", turnOff: "yesTurnOff", restart: "yesRestart" } as const;

/** The three requests; each is asked once more at an address of its own. */
export function ChooseAction() {
  const t = useTranslations("control");
  const { search } = useLocation();
  return (
    <Form method="get" className="row" preventScrollReset>
      {Object.entries(listState(search)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {joinWithSpaces(
        controlActions.map((action) => (
          <Button key={action} type="submit" name="confirm" value={action}>
            {t(action)}
          </Button>
        )),
      )}
    </Form>
  );
}

/** The second question, with what it means for trading. */
export function ConfirmAction({ action }: { action: ControlAction }) {
  const t = useTranslations("control");
  const { id, idempotencyKey } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <SecondQuestion
      question={t(asks[action])}
      idempotencyKey={idempotencyKey}
      no={{ label: t("cancel"), to: listAddress(listState(search), paths.server(id, "control")) }}
    >
      <SubmitButton name="action" value={action}>
        {t(yeses[action])}
      </SubmitButton>
    </SecondQuestion>
  );
}
