import { confirmImportInput } from "#contract/monitoring/import";

export const schema = confirmImportInput;
