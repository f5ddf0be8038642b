import * as z from "zod/mini";

/**
 * Values of a letter: a name that ends in `Cents` is shown as money, one in `At` as a time, one in `On` or `Until` as a date
 * (both ISO 8601). `name` is the reader's and fills the greeting.
 */
type Fields = Record<string, z.ZodMiniType>;

type Look<V> = {
  /** The address of the button: whole, or below the cabinet's origin. */
  path?: (values: V) => string | undefined;
  /** A code shown large under the text; the text `<template>After` follows it. */
  code?: (values: V) => string;
  /** Chooses between texts: `Approved` makes it `<template>TextApproved`, and `…SubjectApproved` where there is one. */
  variant?: (values: V) => string;
  /** Values that stand under the text as rows: the name of each is that of its label, `row_<name>`. */
  rows?: (values: V) => string[];
  /** The sum that the rows end with, under a double rule: its label is `total_<template>`. */
  total?: (values: V) => string | undefined;
  /** What the letter proves is paid: it says who the provider is. */
  isReceipt?: boolean;
  /** Its readers work for the provider. */
  isForStaff?: boolean;
  /** Values that the texts name and that are the same in every such letter. */
  constants?: Record<string, string | number>;
};

export type Template = { values: z.ZodMiniObject; look: Look<Record<string, unknown>> };

export const text = z.string();
export const cents = z.int();
export const time = z.string();

/** Declares a letter: its values besides `name`, and how it looks. */
export function template<F extends Fields>(fields: F, look: Look<z.output<z.ZodMiniObject<F>>> = {}) {
  return { values: z.object({ name: text, ...fields }), look: look as Look<Record<string, unknown>> };
}
