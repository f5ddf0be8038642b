import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { Diff } from "#app/components/admin/diff";
import { NextPages } from "#app/components/admin/next-pages";
import { OperationTable } from "#app/components/admin/operation-table";
import { useOperationText } from "#app/components/admin/operation-text";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { Notice } from "#app/components/ui/notice";
import { cursorsOf } from "#app/lib/cursors";
import { operationTextKey } from "#app/lib/operation-text-key";
import { adminAddress } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { formAction } from "#app/services/form-action.server";
import { textNamed } from "#app/services/locale.server";
import { requireStaff } from "#app/services/staff.server";
import { accountOfForm, readStaffDraft } from "#app/services/staff-draft.server";
import { cursors } from "#contract/admin/cursors";
import * as contract from "#contract/admin/index";
import type { StartingText } from "#contract/admin/previews";
import { returnsDiff, startingTextOf } from "#contract/admin/previews";
import { isUnbroken } from "#contract/valid-text";
import { Fields, formErrors, hasNothingToChoose } from "./fields";
import { Question } from "./question";
import { draftNameOf, inputOf, operationForm } from "./run.server";
import { Subject } from "./subject";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.title);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const name = params.name ?? "";
  const query = new URL(request.url).searchParams;
  const draftId = query.get("draft");
  const draft =
    draftId && (await readStaffDraft(request, draftNameOf(name, draftId), accountOfForm(caller.id)));
  // what was typed before the session ended
  const form = new FormData();
  for (const [field, value] of draft || query) form.append(field, value);
  const given = [...form].filter(([field]) => !pageFields.has(field));
  const [of, and] = given.map(([, value]) =>
    typeof value === "string" && value && isUnbroken(value) ? value : undefined,
  );
  const operation = await callApi(caller, contract.operation, { name, of, and });
  const { after: _, before: __, ...fields } = inputOf(operation, form);
  const input = { ...fields, ...cursorsOf(query) };
  const key = operationTextKey(operation.name);
  const title = textNamed(caller.language, "operations", key);
  const [firstGiven] = given.map(([field]) => field);
  const isKnown = operation.about !== null && firstGiven === operation.parameters[0]?.name;
  return {
    operation,
    fixed: isKnown && firstGiven !== undefined ? firstGiven : null,
    input,
    title: title === key ? operation.name : title,
    etag: draft ? textIn(form, "etag") : operation.etag,
    returnTo: adminAddress(textIn(form, "returnTo")),
    backTo: textIn(form, "backTo"),
    account: accountOfForm(caller.id),
    idempotencyKey: randomUUID(),
    found: await resultOf(caller, operation, input, name),
  };
}

/** Fields of the page's URL, or of its form, that are not the operation's. */
const pageFields: ReadonlySet<string> = new Set([
  ...["returnTo", "backTo", "sent", "draft", "etag"],
  ...Object.keys(cursors),
]);

function textIn(form: FormData, field: string): string | null {
  const value = form.get(field);
  return typeof value === "string" ? value : null;
}

type Caller = Awaited<ReturnType<typeof requireStaff>>;
type Input = contract.OperationInput;

/**
 * A form that begins with the present values of what its first field names: to change something else, it has to be
 * opened again.
 */
function namedBeginning({ parameters, etag }: contract.AdminOperation, input: Input) {
  const [first] = parameters;
  return etag !== null && first?.isRequired && input[first.name] ? { input: [first.name] } : undefined;
}

/** Whether the input has what the present text of a field depends on. */
const isChosen = ({ input: needed }: Pick<StartingText, "input">, input: Input) =>
  needed.every((field) => input[field]);

/**
 * Returns the result of a read-only operation for the input in the URL, or null if a required field is missing. An
 * API error is returned as its message.
 */
async function resultOf(caller: Caller, operation: contract.AdminOperation, input: Input, name: string) {
  const isWhole = operation.parameters.every((one) => !one.isRequired || input[one.name]);
  if (!operation.isRead || !isWhole) return null;
  try {
    return { ...(await callApi(caller, contract.readList, { name, input })), message: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "sessionOver") throw error;
    return { rows: null, text: null, previous: null, next: null, message: error.message };
  }
}

export const action = formAction(requireStaff, operationForm, {
  staffDraft: ({ name = "" }) => {
    const draft = randomUUID();
    return { name: draftNameOf(name, draft), query: { draft } };
  },
});

export default function OperationPage() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const { operation, fixed, input, returnTo, backTo, account, idempotencyKey, found, ...begun } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const typed = (answer?.lastResult.initialValue ?? input) as Input;
  const next = typeof typed.returnTo === "string" ? adminAddress(typed.returnTo) : returnTo;
  const openedFrom = typeof typed.backTo === "string" ? typed.backTo : backTo;
  const back = openedFrom ? adminAddress(openedFrom) : next;
  const about = answer?.shown?.about;
  const present = answer?.shown?.present ?? null;
  // after an answer the form still begins with what it began with
  const etag = present?.etag ?? (answer ? typed.etag : begun.etag);
  const start = startingTextOf(operation.name) ?? namedBeginning(operation, input);
  const choosesText = start !== undefined && !isChosen(start, typed);
  const isGet = operation.isRead || choosesText;
  const errors = answer?.lastResult.error ?? {};
  const fieldsProps = {
    operation,
    typed,
    present: present?.values ?? {},
    errors,
    start: start && { fields: start.input, isChosen: !choosesText },
    fixed,
  };
  const { after: _, before: __, ...filters } = input;
  const filterTexts = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  );
  return (
    <>
      <h1>{text.title(operation.name)}</h1>
      {text.about(operation.name) && <p>{text.about(operation.name)}</p>}
      {!about && <FormError form={{ errors: formErrors(fieldsProps) }} />}
      <Form
        method={isGet ? "get" : "post"}
        idempotencyKey={isGet ? undefined : (answer?.idempotencyKey ?? idempotencyKey)}
        className="form operation"
      >
        <input type="hidden" name="returnTo" value={next} />
        {!isGet && <input type="hidden" name="account" value={account} />}
        {!isGet && typeof etag === "string" && <input type="hidden" name="etag" value={etag} />}
        {openedFrom && <input type="hidden" name="backTo" value={back} />}
        {about ? (
          <Question
            operation={operation}
            typed={typed}
            about={about}
            decided={answer?.shown?.decided ?? {}}
            present={fieldsProps.present}
            preview={answer?.shown?.preview ?? null}
            returnTo={back}
          />
        ) : (
          <>
            <Subject
              operation={operation.name}
              about={{ ...(fixed && operation.about), ...operation.facts }}
            />
            <Fields {...fieldsProps} />
          </>
        )}
        <div className="row">
          {(about || !hasNothingToChoose(operation)) && (
            <button type="submit" className={buttonClass(about ? "danger" : "primary")}>
              {operation.isRead ? t("show") : choosesText ? t("continue") : text.button(operation.name)}
            </button>
          )}{" "}
          <a className={buttonClass()} href={back}>
            {t("back")}
          </a>
        </div>
      </Form>
      {found?.message && <Notice tone="negative">{found.message}</Notice>}
      {found?.text &&
        (returnsDiff(operation.name) ? (
          <Diff patch={found.text} />
        ) : (
          <Notice>
            <p className="said">{found.text}</p>
          </Notice>
        ))}
      {(found?.rows ?? answer?.shown?.rows) && (
        <OperationTable
          operation={operation.name}
          rows={found?.rows ?? answer?.shown?.rows ?? []}
          returnTo={back}
          idempotencyKey={idempotencyKey}
        />
      )}
      {found && (
        <NextPages
          {...found}
          href={(cursor) =>
            paths.adminOperation(operation.name, { ...filterTexts, returnTo: back, ...cursor })
          }
        />
      )}
      {answer?.shown?.text && <Notice>{answer.shown.text}</Notice>}
    </>
  );
}

export const ErrorBoundary = ConsoleError;
