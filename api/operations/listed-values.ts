import * as z from "zod/mini";

/** Returns the values that a parameter may have if its schema lists them: of a list, those of its items. */
export function listedValues(schema: z.ZodMiniType, name: string): readonly string[] | undefined {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const property = described.properties?.[name];
  if (typeof property !== "object") return undefined;
  const list =
    property.enum ??
    (typeof property.items === "object" && "enum" in property.items ? property.items.enum : undefined);
  return list?.map(String);
}
