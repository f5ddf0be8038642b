import type api from "./en/api.json";
import type balance from "./en/balance.json";
import type common from "./en/common.json";
import type deposit from "./en/deposit.json";
import type errors from "./en/errors.json";
import type faq from "./en/faq.json";
import type guide from "./en/guide.json";
import type history from "./en/history.json";
import type importTexts from "./en/import.json";
import type monitoring from "./en/monitoring.json";
import type notices from "./en/notices.json";
import type partner from "./en/partner.json";
import type partnerSteps from "./en/partnerSteps.json";
import type postings from "./en/postings.json";
import type profile from "./en/profile.json";
import type sandbox from "./en/sandbox.json";
import type server from "./en/server.json";
import type settings from "./en/settings.json";
import type sharing from "./en/sharing.json";
import type statistics from "./en/statistics.json";
import type support from "./en/support.json";
import type transfer from "./en/transfer.json";
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
  settings: typeof settings;
  sharing: typeof sharing;
  statistics: typeof statistics;
  partner: typeof partner;
  partnerSteps: typeof partnerSteps;
  server: typeof server;
  profile: typeof profile;
  user: typeof user;
  vps: typeof vps;
};

/** The namespaces, one JSON file each in `locales/en` and `locales/ru`. */
export type Namespace = keyof Texts;

/** What a loader returns of them, and a page reads. */
export type TextsOf<N extends Namespace> = { [name in N]: Record<string, string> };
