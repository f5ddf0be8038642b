/** A colour for the light and the dark theme, in CSS notation. */
export type Token = { light: string; dark: string };

const both = (color: string): Token => ({ light: color, dark: color });
const pair = (light: string, dark: string): Token => ({ light, dark });

/**
 * The product's colours, with the names of `app/styles/tokens.css` (a test checks that both are equal). Emails,
 * pictures, badges and the icon use them; no other file defines a colour.
 */
export const tokens = {
  band: both("#131a36"),
  "band-raised": both("#1e2750"),
  "band-line": both("#3b4577"),
  "on-band": both("#f3f1ea"),
  "band-muted": both("#aab2d5"),
  "band-accent": both("#aebcff"),
  "band-positive": both("#5fd6a0"),
  brass: both("#e0b15c"),
  "on-brass": both("#131a36"),
  page: pair("#f6f5f1", "#0f1218"),
  surface: pair("#fff", "#171b23"),
  sunken: pair("#eeece5", "#0b0e13"),
  line: pair("#e2dfd6", "#2a303c"),
  edge: pair("#87837a", "#737b8c"),
  text: pair("#151b2e", "#f0eee8"),
  muted: pair("#4d5261", "#a6acb9"),
  accent: pair("#2b3d97", "#aebcff"),
  "accent-soft": pair("#eef0fa", "#1e2438"),
  "on-accent": pair("#fff", "#151a33"),
  second: pair("#8a5a00", "#e0b15c"),
  positive: pair("#075a3b", "#5fd6a0"),
  negative: pair("#971b1b", "#ff9d94"),
  "on-negative": pair("#fff", "#2b0a08"),
  warning: pair("#6b4300", "#f1c56b"),
  "warning-soft": pair("#fbf1da", "#2b2410"),
  "warning-line": pair("#e2c684", "#5f4e20"),
  shade: both("#0b0f2099"),
  lift: both("0 2px 6px #0b0f2029, 0 16px 40px #0b0f2040"),
} satisfies Record<string, Token>;

export type TokenName = keyof typeof tokens;
