import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod/mini";
import { ConsoleError } from "#app/components/admin/console-error";
import { NextPages } from "#app/components/admin/next-pages";
import { OperationTable } from "#app/components/admin/operation-table";
import { useOperationText } from "#app/components/admin/operation-text";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { cursorsOf } from "#app/lib/cursors";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { requireStaff } from "#app/services/staff.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/admin/index";
import { NewAnnouncement } from "./new-announcement";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "announcements");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const input = cursorsOf(new URL(request.url).searchParams);
  const [{ rows, previous, next }, { parameters }] = await Promise.all([
    callApi(caller, contract.readList, { name: "announcements-list", input }),
    callApi(caller, contract.operation, { name: "announcements-send" }),
  ]);
  const plans = parameters.find(({ name }) => name === "plan")?.choices ?? null;
  return { rows: rows ?? [], previous, next, plans, idempotencyKey: randomUUID() };
}

const typed = z.object({
  segment: z.string(),
  plan: z.optional(z.string()),
  language: z.optional(z.string()),
  subjectEn: z.optional(z.string()),
  textEn: z.optional(z.string()),
  subjectRu: z.optional(z.string()),
  textRu: z.optional(z.string()),
});
const sent = z.extend(typed, { count: z.string(), perMinute: z.optional(z.string()) });

type Staff = Awaited<ReturnType<typeof requireStaff>>;

export const action = formAction(requireStaff, {
  preview: form(typed, async (value, { caller }: { caller: Staff }) =>
    callApi(caller, contract.previewAnnouncement, value),
  ),
  send: form(sent, async (value, { request, caller, idempotencyKey }) => {
    const input = Object.fromEntries(
      Object.entries(value).filter(([, text]) => text),
    ) as contract.OperationInput;
    const operationCall = { name: "announcements-send", input, isConfirmed: true };
    await callApi(caller, contract.runOperation, operationCall, { idempotencyKey });
    const t = await translationsFor(request, "admin");
    return redirectWithToast(paths.adminAnnouncements(), t("announcementStarted"));
  }),
});

/** Announcements sent so far, and the form for a new one, which is previewed before it is sent. */
export default function Announcements() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const { rows, previous, next, plans, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1>{t("announcements")}</h1>
      <NewAnnouncement
        typed={(answer?.lastResult.initialValue ?? {}) as Record<string, string>}
        errors={answer?.lastResult.error ?? {}}
        plans={plans}
        preview={answer?.intent === "preview" ? (answer.shown ?? null) : null}
        idempotencyKey={answer?.idempotencyKey ?? idempotencyKey}
      />
      <h2>{text.title("announcements list")}</h2>
      <OperationTable
        operation="announcements list"
        rows={rows}
        actions={[
          {
            operation: "announcements cancel",
            inputColumns: { id: "id" },
            where: { column: "state", is: ["sending"] },
          },
        ]}
        returnTo={paths.adminAnnouncements()}
        idempotencyKey={idempotencyKey}
      />
      <NextPages previous={previous} next={next} href={paths.adminAnnouncements} />
    </>
  );
}

export const ErrorBoundary = ConsoleError;
