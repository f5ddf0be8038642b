/** The hidden field that tells a form of ours from another site's, for browsers that do not say it (`Form`). */
export const formTokenName = "formToken";
