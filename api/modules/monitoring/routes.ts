import type { Handler } from "#api/http/handle";
import { setBrokerZone } from "./accounts/broker-zone";
import {
  deleteAccount,
  editAccount,
  replaceAddress,
  replaceKey,
  setCurrencyDisplay,
  setSharing,
} from "./accounts/change-account";
import { connectAccount } from "./accounts/connect-account";
import { createAccount, newActivationKey } from "./accounts/create-account";
import { linkableServers } from "./accounts/linkable-servers";
import { listAccounts } from "./accounts/list-accounts";
import { alertRoutes } from "./alerts/routes";
import { importRoutes } from "./import/routes";
import { ingest } from "./ingest/ingest";
import { badge } from "./page/badge";
import { countView } from "./page/count-view";
import { listTrades } from "./page/list-trades";
import { pageVersion } from "./page/page-version";
import { picture } from "./page/picture";
import { readAccount } from "./page/read-account";
import { readCharts } from "./page/read-charts";
import { readDays } from "./page/read-days";
import { readStatistics } from "./page/read-statistics";
import { tradesCsv } from "./page/trades-csv";
import { listPublic } from "./public/list-public";
import { recipientRoutes } from "./recipients/routes";
import { reportRoutes } from "./reports/routes";
import { addAccounts, quoteAccounts } from "./subscription/add-accounts";
import {
  buySubscription,
  quoteSubscription,
  readSubscription,
  setAutopay,
} from "./subscription/subscription";
import { unsubscribeRoutes } from "./unsubscribe/routes";

export const monitoringRoutes: readonly Handler[] = [
  readSubscription,
  quoteSubscription,
  buySubscription,
  quoteAccounts,
  addAccounts,
  setAutopay,
  listAccounts,
  newActivationKey,
  createAccount,
  connectAccount,
  editAccount,
  linkableServers,
  deleteAccount,
  replaceKey,
  setSharing,
  setCurrencyDisplay,
  setBrokerZone,
  replaceAddress,
  ingest,
  readAccount,
  pageVersion,
  countView,
  readStatistics,
  readCharts,
  readDays,
  listTrades,
  tradesCsv,
  picture,
  badge,
  listPublic,
  ...importRoutes,
  ...reportRoutes,
  ...alertRoutes,
  ...recipientRoutes,
  ...unsubscribeRoutes,
];
