import * as z from "zod/mini";
import { handle } from "#api/http/handle";
import { readText } from "#api/http/read-input";
import { isSigned } from "#api/integrations/signature";
import { ApiError } from "#api/lib/api-error";
import { brokenPlaces } from "#contract/valid-text";
import * as contract from "#contract/vps/index";
import { applyReport } from "./apply-report";

const maxBytes = 16 * 1024;

const reportSchema = z.object({
  orderId: z.string().check(z.maxLength(40)),
  status: z.enum(["running", "done", "failed"]),
  machine: z.optional(
    z.object({
      ip: z.union([z.ipv4(), z.ipv6()]),
      login: z.string().check(z.minLength(1), z.maxLength(100)),
      password: z.string().check(z.minLength(1), z.maxLength(200)),
      node: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    }),
  ),
  reason: z.optional(z.string().check(z.maxLength(2000))),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, "bodyUnreadable");
  }
};

export const provisionerCallback = handle(contract.provisionerCallback, async (_input, context) => {
  const { request, provisioner, clock } = context;
  const secret = provisioner.callbackSecret;
  if (!secret) throw new ApiError(404, "notFound");
  const body = await readText(request, maxBytes);
  if (!isSigned(secret, request.headers, body, clock.now())) throw new ApiError(401, "signatureInvalid");
  const report = reportSchema.safeParse(parsed(body));
  if (!report.success || brokenPlaces(report.data).length > 0) throw new ApiError(422, "invalidInput");
  if (!(await applyReport(context, report.data))) throw new ApiError(404, "notFound");
  return { ok: true as const };
});
