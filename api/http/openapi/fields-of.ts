import type * as z from "zod/mini";

/** The fields that travel: those before whatever the contract reads them into. */
export function fieldsOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> {
  const { def } = (schema as z.ZodMiniPipe)._zod;
  if (def.type === "pipe") return fieldsOf(def.in as z.ZodMiniType);
  return ((schema as z.ZodMiniObject)._zod.def.shape ?? {}) as Record<string, z.ZodMiniType>;
}

/** The names in a path of the contract. */
export const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
