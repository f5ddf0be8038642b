import type { Language } from "#contract/languages";

/** Who answers tickets. An id stands in tickets for ever: rename the words, not the id. */
const departments = [
  { id: "technical", en: "Technical support", ru: "Техническая поддержка" },
  { id: "payments", en: "Payments", ru: "Платежи" },
  { id: "monitoring", en: "Online monitoring", ru: "Онлайн-мониторинг" },
  { id: "partners", en: "Partner program", ru: "Партнёрская программа" },
] as const;

export const isDepartment = (id: string) => departments.some((department) => department.id === id);

export const departmentsIn = (language: Language) =>
  departments.map((department) => ({ id: department.id, name: department[language] }));

/** A department in words; one that is no more keeps its id. */
export const departmentIn = (language: Language, id: string) => ({
  id,
  name: departments.find((department) => department.id === id)?.[language] ?? id,
});
