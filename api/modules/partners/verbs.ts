import type { Verb } from "#api/http/verb";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { confirmWallet, resendWalletLetter, wallets } from "./confirm-wallet";
import { createClick } from "./create-click";
import { createWithdrawal } from "./create-withdrawal";
import { levels } from "./levels";
import { network } from "./network";
import { partnerInfo } from "./partner-info";
import { availableDiscounts, createPromoCode, deletePromoCode, promoCodes } from "./promo-codes";
import { rentalStatistics } from "./rental-statistics";
import { transferToBalance } from "./transfer-to-balance";
import { payoutMethods, withdrawals } from "./withdrawals";

export const partnerVerbs: readonly Verb[] = [
  createClick,
  partnerInfo,
  payoutMethods,
  createWithdrawal,
  withdrawals,
  cancelWithdrawal,
  transferToBalance,
  wallets,
  confirmWallet,
  resendWalletLetter,
  rentalStatistics,
  levels,
  network,
  promoCodes,
  availableDiscounts,
  createPromoCode,
  deletePromoCode,
];
