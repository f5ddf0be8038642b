import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { FaqLink } from "#app/components/layout/faq-link";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { CopyField } from "#app/components/ui/copy-field";
import { DescriptionList } from "#app/components/ui/description-list";
import { Icon } from "#app/components/ui/icon";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText } from "#app/lib/dates";
import { behindDialog, listAddress, listState } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/vps/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "credentials", "credentialsTitle", { name: args.data?.name ?? "" });

const noStore = { "cache-control": "no-store" };
export const headers: HeadersFunction = () => noStore;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const id = params.serverId ?? "";
  const [access, server, texts] = await Promise.all([
    callApi(caller, contract.credentials, { serverId: id }).then(
      (credentials) => ({ credentials, isRevoked: false }),
      (error: unknown) => {
        const isRevoked = error instanceof ApiError && error.code === "serverRevoked";
        if (isRevoked || (error instanceof ApiError && error.code === "serverNotReady"))
          return { credentials: null, isRevoked };
        throw error;
      },
    ),
    callApi(caller, contract.getServer, { serverId: id }),
    loadTranslations(request, "credentials"),
  ]);
  return data({ id, name: serverName(server), ...access, texts }, { headers: noStore });
}

/** `Show`: the password is only in this response. */
export const action = formAction(
  requireClient,
  form(noFields, async (_, { params, caller }) => {
    const { password } = await callApi(caller, contract.revealPassword, { serverId: params.serverId ?? "" });
    return data({ password }, { headers: noStore });
  }),
);

export default function Credentials() {
  const t = useTranslations("credentials");
  const { id, name, credentials, isRevoked } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <DialogPage title={t("credentialsTitle", { name })} closeTo={behindDialog(search, id)}>
      {isRevoked && <Notice>{t("revoked")}</Notice>}
      {!credentials && !isRevoked && (
        <Notice title={t("notReady")} role="status">
          <p>{t("notReadyText")}</p>
          <Refreshing seconds={3} />
        </Notice>
      )}
      {credentials && (
        <>
          <div className="form">
            <a href={paths.remoteDesktopFile(id)} download className={buttonClass("primary")}>
              <Icon name="download" /> {t("downloadRdp")}
            </a>
          </div>
          <LoginDetails />
          <Reveals />
          <div className="row apart">
            <FaqLink question="connect" />{" "}
            <Link
              className="lone"
              to={listAddress(listState(search), paths.server(id, "password"))}
              preventScrollReset
            >
              {t("toPassword")}
            </Link>
          </div>
        </>
      )}
    </DialogPage>
  );
}

function LoginDetails() {
  const t = useTranslations("credentials");
  const common = useTranslations("common");
  const { credentials } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const password = answer?.shown?.password;
  const [copy, copied] = [common("copy"), common("copied")];
  return (
    <DescriptionList
      items={[
        [t("ip"), <CopyField key="ip" value={credentials?.ip ?? ""} copy={copy} copied={copied} />],
        [t("login"), <CopyField key="login" value={credentials?.login ?? ""} copy={copy} copied={copied} />],
        [
          t("password"),
          password ? (
            <CopyField key="password" value={password} copy={copy} copied={copied} />
          ) : (
            <Form key="show" method="post" className="row apart" preventScrollReset>
              <span className="muted">{t("passwordHidden")}</span> <FormErrors result={answer?.lastResult} />
              <SubmitButton variant="secondary">{t("show")}</SubmitButton>
            </Form>
          ),
        ],
      ]}
    />
  );
}

function Reveals() {
  const t = useTranslations("credentials");
  const viewer = useViewer();
  const { credentials } = useLoaderData<typeof loader>();
  const reveals = credentials?.reveals ?? [];
  return (
    <section className="stack">
      <h3>{t("reveals")}</h3>
      {reveals.length === 0 ? (
        <p className="muted">{t("neverRevealed")}</p>
      ) : (
        <ul>
          {reveals.map(({ at, address }) => (
            <li key={at}>
              {dateTimeText(at, viewer)}, {t("revealFrom", { address })}
            </li>
          ))}
        </ul>
      )}
      <p className="hint">{t("showHint")}</p>
    </section>
  );
}
