/** The hidden field that proves a form comes from this site, for browsers that send no origin headers (`Form`). */
export const formTokenName = "formToken";
