import type * as z from "zod/mini";

/** Returns the fields as sent, before the contract transforms them. */
export function fieldsOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> {
  const { def } = (schema as z.ZodMiniPipe)._zod;
  if (def.type === "pipe") return fieldsOf(def.in as z.ZodMiniType);
  return ((schema as z.ZodMiniObject)._zod.def.shape ?? {}) as Record<string, z.ZodMiniType>;
}

/** Returns the parameter names in a path of the contract. */
export const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
