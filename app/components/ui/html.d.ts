import "react";

/** HTML attributes that React 18 renders but its types lack. */
declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "auto" | "manual";
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
    popovertargetaction?: "show" | "hide" | "toggle";
  }
  interface DetailsHTMLAttributes<T> {
    name?: string;
  }
}
