import type { Handler } from "#api/http/handle";
import { deleteAccount, deletionState } from "./deletion";
import { exportState, fetchExport, requestExport } from "./export";

export const privacyRoutes: readonly Handler[] = [
  exportState,
  requestExport,
  fetchExport,
  deletionState,
  deleteAccount,
];
