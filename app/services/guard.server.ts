import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { data } from "@remix-run/node";
import { paths } from "#app/paths";
import { textIn } from "#locales/translate";
import { ApiError, ApiUnavailable, EndpointMissing } from "./api-errors.server";
import { isSameOriginByToken } from "./form-token.server";
import { limitBody } from "./limit-body.server";
import { languageOf, textNamed } from "./locale.server";
import { log } from "./log.server";
import { referralCookies } from "./referral.server";
import { contextOf, requestContext, runInContext } from "./request-context.server";
import { isRecentAuthNeeded, sessionFormKey, sessionIsOver } from "./session.server";
import { isAdminPath, staffSessionIsOver } from "./staff.server";
import { viewOf } from "./view.server";

type Answer = { data?: { lastResult?: { error?: Record<string, string[] | null> | null } | null } | null };

/**
 * Translates a form's messages. A schema's messages are keys of `errors.json`; that file is too large to send with
 * every page, so an action's response contains the texts (docs/adr/0006). Anything that is not a key, such as an
 * already translated API message, stays unchanged.
 */
async function withFormMessages(request: Request, answer: unknown): Promise<unknown> {
  const error = (answer as Answer | undefined)?.data?.lastResult?.error;
  if (!error) return answer;
  const language = await languageOf(request);
  for (const [field, messages] of Object.entries(error)) {
    if (messages) error[field] = messages.map((message) => textIn(language, "errors", message));
  }
  return answer;
}

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;
type Routes = ServerBuild["routes"];

/** Timeout of a handler. The client then gets a response, and the work continues without one. */
const deadlineMilliseconds = 25_000;

/**
 * Wraps every loader and action of the build with what no route may forget: the same-origin check, the body limit,
 * the timeout, one response for an unavailable API, and the cookies of the request.
 */
export function guardRoutes(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: guard(reading(loader as Handler)) }),
        ...(action && { action: guard(action as Handler) }),
      };
      return [id, { ...route, module }];
    }),
  ) as Routes;
}

/**
 * Lets the loaders of a page share the results of reads. An action has finished by then, and its reads were not
 * cached.
 */
const reading =
  (load: Handler): Handler =>
  (args) => {
    requestContext().isLoading = true;
    return load(args);
  };

const guard =
  (handle: Handler): Handler =>
  (args) =>
    runInContext(contextOf(args.context, args.request), () => guarded(handle, args));

async function guarded(handle: Handler, args: Parameters<Handler>[0]): Promise<unknown> {
  let lasting: string[] = [];
  const { request: limited, isTooLarge } = limitBody(args.request);
  try {
    const request = await requireSameOrigin(limited);
    await requireOwnSession(request);
    lasting = request.method === "GET" ? await referralCookies(request) : [];
    return withCookies(
      await withFormMessages(request, await withinDeadline(handle({ ...args, request }))),
      lasting,
    );
  } catch (thrown) {
    if (isTooLarge()) throw withCookies(data({ message: "bodyTooLarge" }, { status: 413 }), lasting);
    throw withCookies(await asResponse(args.request, thrown), lasting);
  } finally {
    await cleanUp();
  }
}

/** Deletes what the request needed only until its response; what cannot be deleted now is found at the next start. */
async function cleanUp(): Promise<void> {
  for (const work of requestContext().afterwards.splice(0))
    await work().catch((error: unknown) => log.error({ err: error }, "nothing was cleaned up"));
}

/**
 * Allows a visitor to change theme and language without a token: it does no harm, and pages cached for all visitors
 * contain no token (docs/adr/0005).
 */
const isVisitorPreference = async (request: Request): Promise<boolean> =>
  preferencePaths.has(new URL(request.url).pathname) && (await sessionFormKey(request)) === undefined;

const preferencePaths = new Set<string>([paths.chooseTheme, paths.chooseLanguage]);

/** Rejects a request that may change something with 403 unless it comes from a page of this site. */
async function requireSameOrigin(request: Request): Promise<Request> {
  if (request.method === "GET" || request.method === "HEAD") return request;
  const { provenance } = requestContext();
  const verified =
    provenance === "unsaid" && !(await isVisitorPreference(request))
      ? await isSameOriginByToken(request)
      : provenance !== "foreign" && request;
  if (!verified) throw data({ message: "crossSite" }, { status: 403 });
  return verified;
}

/** Rejects every change while a staff member sees the pages as a client, except ending that. */
async function requireOwnSession(request: Request): Promise<void> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isAllowed = isAdminPath(request) || new URL(request.url).pathname === paths.endView;
  if (isRead || isAllowed || !(await viewOf(request))) return;
  const message = textNamed(await languageOf(request), "api", "viewIsReadOnly");
  throw data({ message, isText: true }, { status: 403 });
}

async function withinDeadline(work: unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiUnavailable(503, "deadline")), deadlineMilliseconds);
  });
  return Promise.race([Promise.resolve(work), late]).finally(() => clearTimeout(timer));
}

/** Maps API errors that the page did not handle to responses. */
async function asResponse(request: Request, thrown: unknown): Promise<unknown> {
  if (thrown instanceof ApiError) {
    // a service that implements only the specification has no error codes
    if (thrown.status === 401 && (thrown.code ?? "sessionOver") === "sessionOver")
      return isAdminPath(request) ? staffSessionIsOver(request) : sessionIsOver(request);
    if (thrown.code === "freshProofNeeded") return isRecentAuthNeeded(request);
    // a GET has no form input, so `invalidInput` means a wrong URL; the page has its own text for 404
    const isOpened = request.method === "GET" && thrown.code === "invalidInput";
    if (isOpened || thrown.code === "notFound") return data({ message: "notFound" }, { status: 404 });
    return data({ message: thrown.message, isText: true }, { status: thrown.status });
  }
  if (thrown instanceof EndpointMissing) return data({ message: "notOffered" }, { status: 501 });
  if (thrown instanceof ApiUnavailable) {
    log.error({ err: thrown, requestId: requestContext().requestId }, "the API is away");
    const message = thrown.isStarting ? "starting" : "apiAway";
    return data({ message, sent: thrown.sent }, { status: thrown.status });
  }
  return thrown;
}

type DataWithInit = { type: "DataWithResponseInit"; data: unknown; init: ResponseInit | null };

const isDataWithInit = (value: unknown): value is DataWithInit =>
  typeof value === "object" && value !== null && (value as DataWithInit).type === "DataWithResponseInit";

/**
 * Adds the request's cookies to whatever a handler returned or threw. Each is sent once; `lasting` ones are added by
 * every handler.
 */
function withCookies(result: unknown, lasting: string[]): unknown {
  const cookies = [...requestContext().setCookies.splice(0), ...lasting];
  if (cookies.length === 0 || result instanceof Error) return result;
  const add = (headers: Headers) => {
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    return headers;
  };
  if (result instanceof Response) {
    const answer = new Response(result.body, result);
    add(answer.headers);
    return answer;
  }
  if (isDataWithInit(result))
    return data(result.data, { ...result.init, headers: add(new Headers(result.init?.headers)) });
  return data(result, { headers: add(new Headers()) });
}
