type Channels = [red: number, green: number, blue: number];

/** `#abc` or `#aabbcc` as three numbers of 0 to 255. */
function channelsOf(color: string): Channels {
  const digits = color.slice(1);
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const channel = (index: number) => Number.parseInt(whole.slice(index * 2, index * 2 + 2), 16);
  return [channel(0), channel(1), channel(2)];
}

/** The relative luminance of WCAG 2.2, 0 (black) to 1 (white). */
function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG 2.2 counts it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** A colour between two: `share` 0 is the first, 1 the second. */
export function between(one: string, other: string, share: number): string {
  const second = channelsOf(other);
  const mixed = channelsOf(one).map((value, index) =>
    Math.round(value + ((second[index] ?? value) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
