import { createRoot } from "react-dom/client";
import { createBrowserRouter, Navigate, RouterProvider } from "react-router-dom";
import "#app/styles/sheets/base.css";
import "#app/styles/sheets/cabinet.css";
import "#app/styles/sheets/sign-in.css";
import "#app/styles/sheets/vps.css";
import { loadLogin, logIn } from "./log-in";
import { Login, VisitorPages } from "./login";
import { loadOrder, rent } from "./order-data";
import { loadRoot, Root } from "./root";
import { loadServers } from "./servers-data";

/** What was loaded is loaded anew when something was sent, and not when a dialog opens over it. */
const shouldRevalidate = ({ formMethod }: { formMethod?: string }) => formMethod === "post";

/** Where a visit begins is in the first file; what comes later is fetched while the login is filled in. Data and code of a page come at once. */
const router = createBrowserRouter(
  [
    {
      id: "root",
      path: "/",
      loader: loadRoot,
      shouldRevalidate,
      Component: Root,
      children: [
        { index: true, element: <Navigate to="/login" replace /> },
        {
          Component: VisitorPages,
          children: [{ path: "login", loader: loadLogin, action: logIn, Component: Login }],
        },
        {
          path: "vps",
          loader: loadServers,
          shouldRevalidate,
          lazy: () => import("./servers"),
          children: [
            { path: "order/:rateId", loader: loadOrder, action: rent, lazy: () => import("./order") },
          ],
        },
      ],
    },
  ],
  { future: { v7_fetcherPersist: true, v7_relativeSplatPath: true } },
);

createRoot(document.getElementById("app") ?? document.body).render(<RouterProvider router={router} />);

const fetchAhead = () => Promise.all([import("./servers"), import("./order"), import("./servers-texts")]);
window.addEventListener("load", () => window.requestIdleCallback(() => void fetchAhead()));
