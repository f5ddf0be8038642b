import * as z from "zod/mini";

type Def = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
  in?: z.ZodMiniType;
  reverseTransform?: unknown;
  defaultValue?: unknown;
};

const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def;
const isCodec = (schema: z.ZodMiniType) => defOf(schema).reverseTransform !== undefined;

/**
 * Returns the wire schema of an output: for a codec its encoded side, at any depth; for a union the options that we
 * send, without those that are only accepted. Schemas without either are returned unchanged, with their names.
 */
export function sentOf(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, shape, element, innerType, options, in: sent, defaultValue } = defOf(schema);
  if (sent && isCodec(schema)) return sentOf(sent);
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [name, sentOf(field)] as const);
    return fields.every(([name, field]) => field === shape[name])
      ? schema
      : z.object(Object.fromEntries(fields));
  }
  if (element) return sentOf(element) === element ? schema : z.array(sentOf(element));
  if (options && type === "union") {
    const own = options.filter((option) => !isCodec(option));
    const schemas = (own.length > 0 ? own : options).map(sentOf);
    const [only] = schemas;
    if (schemas.length === 1 && only) return only;
    return schemas.every((option, index) => option === options[index]) ? schema : z.union(schemas);
  }
  if (!innerType || sentOf(innerType) === innerType) return schema;
  if (type === "nullable") return z.nullable(sentOf(innerType));
  if (type === "default") return z._default(sentOf(innerType), defaultValue);
  return z.optional(sentOf(innerType));
}
