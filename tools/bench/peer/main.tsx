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

/** Revalidate after a POST, not when a dialog opens. */
const shouldRevalidate = ({ formMethod }: { formMethod?: string }) => formMethod === "post";

/**
 * The first page is in the entry file; later ones are prefetched while the login form is filled in. Data and code of
 * a page load in parallel.
 */
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

const prefetch = () => Promise.all([import("./servers"), import("./order"), import("./servers-texts")]);
window.addEventListener("load", () => window.requestIdleCallback(() => void prefetch()));
