import type { Language } from "#contract/languages";

/** Departments that answer tickets. Ids are stored in tickets permanently: rename the texts, not the ids. */
const departments = [
  { id: "technical", en: "Technical support", ru: "Техническая поддержка" },
  { id: "payments", en: "Payments", ru: "Платежи" },
  { id: "monitoring", en: "Online monitoring", ru: "Онлайн-мониторинг" },
  { id: "partners", en: "Partner program", ru: "Партнёрская программа" },
] as const;

export const isDepartment = (id: string) => departments.some((department) => department.id === id);

export const departmentsIn = (language: Language) =>
  departments.map((department) => ({ id: department.id, name: department[language] }));

/** Returns a department with its name; the id as name if it no longer exists. */
export const departmentIn = (language: Language, id: string) => ({
  id,
  name: departments.find((department) => department.id === id)?.[language] ?? id,
});
