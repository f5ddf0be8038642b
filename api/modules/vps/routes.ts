import type { Handler } from "#api/http/handle";
import { attention } from "./attention/attention";
import { skipFirstStep } from "./attention/skip-first-step";
import { control, controlState } from "./order/control";
import { provisionerCallback } from "./order/provisioner-callback";
import { reinstall, reinstallState, resetServerPassword } from "./order/reinstall";
import { orderSnapshot, snapshotState } from "./order/snapshots";
import { listRates, orderOptions, quoteRenewal, quoteRent, startingOffer } from "./rate/offer";
import { comingPayments } from "./renewal/coming-payments";
import { renew, setAutoRenewal } from "./renewal/own-renewal";
import { rent } from "./rental/rent";
import { credentials, remoteDesktopFile, revealPassword } from "./server/credentials";
import { changeComment, getServer } from "./server/get-server";
import { serverHistory } from "./server/history";
import { listServers } from "./server/list-servers";
import { orderTestServer, testServer } from "./test-server/test-server";
import { cancelUpgrade } from "./upgrade/cancel-upgrade";
import { orderUpgrade, quoteUpgrade, upgradeOptions } from "./upgrade/upgrade";

export const vpsRoutes: readonly Handler[] = [
  listRates,
  startingOffer,
  orderOptions,
  quoteRent,
  rent,
  testServer,
  orderTestServer,
  listServers,
  getServer,
  serverHistory,
  attention,
  skipFirstStep,
  changeComment,
  quoteRenewal,
  renew,
  comingPayments,
  setAutoRenewal,
  upgradeOptions,
  quoteUpgrade,
  orderUpgrade,
  cancelUpgrade,
  controlState,
  control,
  reinstallState,
  reinstall,
  resetServerPassword,
  snapshotState,
  orderSnapshot,
  credentials,
  revealPassword,
  remoteDesktopFile,
  provisionerCallback,
];
