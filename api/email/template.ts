import * as z from "zod/mini";

/**
 * Values of an email: a name that ends in `Cents` is shown as money, one in `At` as a time, one in `On` or `Until` as
 * a date (both ISO 8601). `name` is the reader's and fills the greeting.
 */
type Fields = Record<string, z.ZodMiniType>;

type Layout<V> = {
  /** The address of the button: absolute, or below the cabinet's origin. */
  path?: (values: V) => string | undefined;
  /** A code shown large under the text; the text `<template>After` follows it. */
  code?: (values: V) => string;
  /**
   * Chooses between texts: `Approved` selects `<template>TextApproved`, and `…SubjectApproved` if it exists. Without it,
   * `…TextByEmail` is selected where the brand has a support address.
   */
  variant?: (values: V) => string;
  /** Values shown as rows under the text; the label of each is `row_<name>`. */
  rows?: (values: V) => string[];
  /** The sum under the rows, below a double line; its label is `total_<template>`, or `total_<template><variant>` if it exists. */
  total?: (values: V) => string | undefined;
  /** The email is a receipt, so it names the provider. */
  isReceipt?: boolean;
  /** The readers work for the provider. */
  isForStaff?: boolean;
  /** The readers cannot log in, so the footer offers no ticket. */
  isWithoutLogin?: boolean;
  /** Values in the texts that are the same in every email of the template. */
  constants?: Record<string, string | number>;
};

export type Template = { values: z.ZodMiniObject; layout: Layout<Record<string, unknown>> };

export const text = z.string();
export const cents = z.int();
export const time = z.string();

/** Declares an email: its values besides `name`, and its layout. */
export function template<F extends Fields>(fields: F, layout: Layout<z.output<z.ZodMiniObject<F>>> = {}) {
  return { values: z.object({ name: text, ...fields }), layout: layout as Layout<Record<string, unknown>> };
}
