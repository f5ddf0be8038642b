import type accounts from "./en/accounts.json";
import type activity from "./en/activity.json";
import type api from "./en/api.json";
import type balance from "./en/balance.json";
import type comment from "./en/comment.json";
import type common from "./en/common.json";
import type control from "./en/control.json";
import type credentials from "./en/credentials.json";
import type deposit from "./en/deposit.json";
import type errors from "./en/errors.json";
import type faq from "./en/faq.json";
import type guide from "./en/guide.json";
import type history from "./en/history.json";
import type importTexts from "./en/import.json";
import type monitoring from "./en/monitoring.json";
import type notices from "./en/notices.json";
import type order from "./en/order.json";
import type partner from "./en/partner.json";
import type partnerFigures from "./en/partnerFigures.json";
import type partnerSteps from "./en/partnerSteps.json";
import type payment from "./en/payment.json";
import type postings from "./en/postings.json";
import type profile from "./en/profile.json";
import type renewal from "./en/renewal.json";
import type sandbox from "./en/sandbox.json";
import type statistics from "./en/statistics.json";
import type subscription from "./en/subscription.json";
import type support from "./en/support.json";
import type testServer from "./en/testServer.json";
import type transfer from "./en/transfer.json";
import type twoStep from "./en/twoStep.json";
import type upgrade from "./en/upgrade.json";
import type user from "./en/user.json";
import type vps from "./en/vps.json";

/** The shape of the texts, by namespace: English is the one that the compiler knows, a test holds Russian to it. */
export type Texts = {
  api: typeof api;
  balance: typeof balance;
  transfer: typeof transfer;
  sandbox: typeof sandbox;
  postings: typeof postings;
  history: typeof history;
  deposit: typeof deposit;
  common: typeof common;
  errors: typeof errors;
  faq: typeof faq;
  guide: typeof guide;
  import: typeof importTexts;
  notices: typeof notices;
  support: typeof support;
  monitoring: typeof monitoring;
  statistics: typeof statistics;
  partner: typeof partner;
  partnerFigures: typeof partnerFigures;
  partnerSteps: typeof partnerSteps;
  profile: typeof profile;
  user: typeof user;
  activity: typeof activity;
  comment: typeof comment;
  control: typeof control;
  credentials: typeof credentials;
  order: typeof order;
  payment: typeof payment;
  renewal: typeof renewal;
  testServer: typeof testServer;
  twoStep: typeof twoStep;
  upgrade: typeof upgrade;
  accounts: typeof accounts;
  subscription: typeof subscription;
  vps: typeof vps;
};

/** The namespaces, one JSON file each in `locales/en` and `locales/ru`. */
export type Namespace = keyof Texts;

/** What a loader returns of them, packed, and a page reads. */
export type TextsOf<N extends Namespace> = { [name in N]: string };
