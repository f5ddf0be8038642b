import type { Handler } from "#api/http/handle";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { confirmWallet, resendWalletEmail, wallets } from "./confirm-wallet";
import { createClick } from "./create-click";
import { createWithdrawal } from "./create-withdrawal";
import { levels } from "./levels";
import { network } from "./network";
import { partnerInfo } from "./partner-info";
import { availableDiscounts, createPromoCode, deletePromoCode, promoCodes } from "./promo-codes";
import { rentalStatistics } from "./rental-statistics";
import { transferToBalance } from "./transfer-to-balance";
import { payoutMethods, withdrawals } from "./withdrawals";

export const partnerRoutes: readonly Handler[] = [
  createClick,
  partnerInfo,
  payoutMethods,
  createWithdrawal,
  withdrawals,
  cancelWithdrawal,
  transferToBalance,
  wallets,
  confirmWallet,
  resendWalletEmail,
  rentalStatistics,
  levels,
  network,
  promoCodes,
  availableDiscounts,
  createPromoCode,
  deletePromoCode,
];
