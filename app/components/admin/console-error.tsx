import { ErrorPage } from "#app/components/layout/error-page";

/**
 * The error page of the console's pages. Each of them exports it: the layout's loader does not run if an action fails
 * whose nearest error boundary is the layout's.
 */
export const ConsoleError = () => <ErrorPage isConsole />;
