import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import type { Tone } from "#app/components/ui/badge";
import { Badge } from "#app/components/ui/badge";
import { paths } from "#app/paths";
import type { FirstStep } from "#contract/vps/status";
import type { ServersPage } from "./load-list.server";

const tones = {
  waits: "neutral",
  now: "neutral",
  asked: "info",
  done: "positive",
} as const satisfies Record<string, Tone>;

/** The first steps of a new client, each with its state; a skipped step never returns. */
export function FirstSteps({ list }: { list: ServersPage }) {
  const t = useTranslations("firstSteps");
  const { steps } = list;
  const first = steps.find(({ state }) => state === "now");
  if (steps.length === 0) return null;
  return (
    <ol className="first-steps" aria-label={t("stepsTitle")}>
      {steps.map(({ step, state, word }) => (
        <li key={step} aria-current={step === first?.step ? "step" : undefined}>
          <h2>{t(step)}</h2>
          {state !== "done" && (
            <p>
              {step === "monitoring" ? t("monitoringText", { count: list.freeAccounts }) : t(`${step}Text`)}
            </p>
          )}
          <Badge tone={tones[state]}>{t(word)}</Badge>
          {state !== "done" && (
            <div className="row">
              <StepLink step={step} list={list} isMain={step === first?.step && list.servers.all === 0} />
              <Form method="post" action={paths.vps} preventScrollReset>
                <input type="hidden" name="step" value={step} />
                <button type="submit" name="intent" value="skip" className="button quiet">
                  {t("skip")}
                  <span className="hidden-text">: {t(step)}</span>
                </button>
              </Form>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

type StepLinkProps = {
  step: FirstStep;
  list: ServersPage;
  /** Whether this is the page's primary action. */
  isMain: boolean;
};

function StepLink({ step, list, isMain }: StepLinkProps) {
  const t = useTranslations("firstSteps");
  const vps = useTranslations("vps");
  const ready = list.servers.servers.find(({ status }) => status === "active");
  const [to, text] = {
    testServer: [
      paths.testServer,
      vps(list.testServer === "available" ? "testServerLink" : "testServerOrdered"),
    ],
    terminal: ready
      ? [paths.serverPage(ready.id), t("terminalOpen")]
      : [paths.faqQuestion("connect"), t("terminalHow")],
    monitoring: list.hasAccount
      ? [paths.monitoringGuide, t("openGuide")]
      : [paths.newMonitoringAccount, t("addAccount")],
  }[step] as [string, string];
  return (
    <Link to={to} className={isMain ? "button primary" : "button"} preventScrollReset>
      {text}
    </Link>
  );
}
