/**
 * Parses a terminal's JSON. Terminals write it by hand, so some of it is invalid: a NUL at the end (the terminator of
 * MQL's strings), a byte order mark, bare `nan` and `-inf`, a broker's name with quotes in it. Repairs these; throws
 * `SyntaxError` if the meaning is unclear. Integers outside JavaScript's safe range, such as 64-bit tickets, become
 * texts.
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder("utf-8")
    .decode(bytes)
    .replace(/^\uFEFF/, "")
    .replace(/[\0\s]+$/, "");
  try {
    return JSON.parse(/\d{16}/.test(text) ? withLongNumbers(text) : text);
  } catch {
    return JSON.parse(repaired(text));
  }
}

const notNumber = /[-+]?(?:nan|inf(?:inity)?|1\.#\w+)(?:\(\w*\))?/iy;
const space = /\s*/y;

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? "";
}

const number = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/iy;

/** Returns the number at an index of a text, quoted if it is an unsafe integer. */
function numberAt(text: string, index: number): { found: string; shown: string } {
  const found = matchAt(number, text, index);
  const isLong = found.length >= 16 && /^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found));
  return { found, shown: isLong ? `"${found}"` : found };
}

/** Returns a JSON with its unsafe integers quoted. */
function withLongNumbers(text: string): string {
  let out = "";
  let from = 0;
  for (let index = 0; index < text.length; ) {
    if (text[index] === '"') {
      for (index += 1; index < text.length && text[index] !== '"'; ) index += text[index] === "\\" ? 2 : 1;
      index += 1;
      continue;
    }
    const { found, shown } = numberAt(text, index);
    if (found !== shown) {
      out += text.slice(from, index) + shown;
      from = index + found.length;
    }
    index += found.length || 1;
  }
  return out + text.slice(from);
}

/**
 * Repairs the text in one pass: bare non-numbers become strings; quotes and control characters inside strings are
 * escaped.
 */
function repaired(text: string): string {
  let out = "";
  let isKey = false;
  for (let index = 0; index < text.length; ) {
    const char = text[index] ?? "";
    if (char === '"') {
      const end = endOfString(text, index + 1, isKey);
      out += `"${escaped(text.slice(index + 1, end))}"`;
      index = end + 1;
      continue;
    }
    const word = matchAt(notNumber, text, index);
    if (word) {
      out += `"${word}"`;
      index += word.length;
      continue;
    }
    const { found, shown } = numberAt(text, index);
    if (found) {
      out += shown;
      index += found.length;
      continue;
    }
    if (char === "{" || char === ",") isKey = true;
    if (char === ":" || char === "[") isKey = false;
    out += char;
    index += 1;
  }
  return out;
}

/**
 * Finds the end of a string: a quote after which the JSON can continue, that is `:` after a key, or `}`, `]` or a
 * comma and a new member after a value.
 */
function endOfString(text: string, start: number, isKey: boolean): number {
  for (let index = start; index < text.length; index++) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"' && endsHere(text, index + 1, isKey)) return index;
  }
  return text.length;
}

function endsHere(text: string, after: number, isKey: boolean): boolean {
  const next = after + matchAt(space, text, after).length;
  if (next >= text.length) return true;
  if (text[next] === ":") return isKey;
  if (text[next] === "}" || text[next] === "]") return !isKey;
  if (text[next] !== ",") return false;
  const member = next + 1 + matchAt(space, text, next + 1).length;
  return /["{[\d.+-]|[tfni]/i.test(text[member] ?? "");
}

const escapes = /\\(?:["\\/bfnrt]|u[\da-f]{4})|["\\]|\p{Cc}/giu;

function escaped(content: string): string {
  return content.replace(escapes, (match) => {
    if (match.length > 1) return match;
    return match === '"' || match === "\\"
      ? `\\${match}`
      : `\\u${match.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
