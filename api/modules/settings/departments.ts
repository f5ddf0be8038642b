import * as z from "zod/mini";
import { unbroken } from "#contract/fields";

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(40), unbroken);

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

/** Departments that answer tickets, with their names. Ids are stored in tickets permanently. */
export const departmentsSchema = z
  .array(
    z.strictObject({
      id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)),
      en: name,
      ru: name,
      /** Not offered for new tickets; those it has keep its name. */
      isClosed: z.optional(z.boolean()),
    }),
  )
  .check(
    z.minLength(1),
    z.maxLength(10),
    z.refine((list) => list.some(({ isClosed }) => !isClosed)),
    z.refine(
      (list) =>
        isUnique(list.map(({ id }) => id)) &&
        isUnique(list.map(({ en }) => en)) &&
        isUnique(list.map(({ ru }) => ru)),
    ),
  );

export type Department = z.output<typeof departmentsSchema>[number];

export const defaultDepartments: Department[] = [
  { id: "technical", en: "Technical support", ru: "Техническая поддержка" },
  { id: "payments", en: "Payments", ru: "Платежи" },
  { id: "monitoring", en: "Online monitoring", ru: "Онлайн-мониторинг" },
  { id: "partners", en: "Partner program", ru: "Партнёрская программа" },
];
