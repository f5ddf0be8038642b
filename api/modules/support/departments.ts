import type { BusinessSettings } from "#api/modules/settings/business-settings";
import type { Language } from "#contract/languages";

type Departments = BusinessSettings["departments"];

/** Returns the departments that take new tickets. */
export const departmentsIn = (departments: Departments, language: Language) =>
  departments
    .filter(({ isClosed }) => !isClosed)
    .map((department) => ({ id: department.id, name: department[language] }));

/** Returns a ticket's department with its name; the id as name if it is not in the list. */
export const departmentIn = (departments: Departments, language: Language, id: string) => ({
  id,
  name: departments.find((department) => department.id === id)?.[language] ?? id,
});
