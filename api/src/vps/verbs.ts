import type { Verb } from "#api/verb";
import { cancelUpgrade } from "./cancel-upgrade";
import { changeComment } from "./change-comment";
import { control, controlState } from "./control";
import { credentials, remoteDesktopFile, revealPassword } from "./credentials";
import { getServer } from "./get-server";
import { listRates } from "./list-rates";
import { listServers } from "./list-servers";
import { orderOptions } from "./order-options";
import { provisionerCallback } from "./provisioner-callback";
import { quoteRenewal, quoteRent } from "./quote";
import { renew } from "./renew";
import { rent } from "./rent";
import { setAutoRenewal } from "./set-auto-renewal";
import { orderTestServer, testServer } from "./test-server";
import { orderUpgrade, quoteUpgrade, upgradeOptions } from "./upgrade";

export const vpsVerbs: readonly Verb[] = [
  listRates,
  orderOptions,
  quoteRent,
  rent,
  testServer,
  orderTestServer,
  listServers,
  getServer,
  changeComment,
  quoteRenewal,
  renew,
  setAutoRenewal,
  upgradeOptions,
  quoteUpgrade,
  orderUpgrade,
  cancelUpgrade,
  controlState,
  control,
  credentials,
  revealPassword,
  remoteDesktopFile,
  provisionerCallback,
];
