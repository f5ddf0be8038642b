import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { installPackages } from "#api/testing/install-packages";

export const textBrowsers = ["w3m", "lynx", "links"] as const;
export type TextBrowserName = (typeof textBrowsers)[number];

/**
 * None of them sends the origin of a POST: no `Origin`, no `Sec-Fetch-Site`, and with these options no `Referer`
 * either.
 */
const commands: Record<TextBrowserName, (url: string, folder: string) => string> = {
  // w3m edits a textarea in an external editor: here a command that copies the stored text
  w3m: (url, folder) =>
    `w3m -cookie -o accept_cookie=1 -o no_referer=1 -o confirm_qq=0 -o meta_refresh=0 -o editor='cp ${folder}/text' '${url}'`,
  lynx: (url) => `lynx -accept_all_cookies -noreferer '${url}'`,
  links: (url) => `links -http.referer 0 '${url}'`,
};

/** Status-line texts that tell the type of the focused control. */
const focused: Record<
  "lynx" | "links",
  Record<"text" | "password" | "select" | "area" | "submit", RegExp>
> = {
  lynx: {
    text: /Textfield|Text entry field/,
    password: /Password entry/,
    select: /Option list/,
    area: /Textarea|Text ?area/,
    submit: /Form submit button/,
  },
  links: {
    text: /Text field/,
    password: /Password field/,
    select: /Select field/,
    area: /Text area/,
    submit: /Post form to/,
  },
};

/** Installs the Debian packages of the text browsers and of tmux, like Chromium. */
export function installTextBrowsers(): boolean {
  const isThere = () => [...textBrowsers, "tmux"].every((name) => existsSync(`/usr/bin/${name}`));
  if (isThere()) return true;
  installPackages(...textBrowsers, "tmux");
  return isThere();
}

/** Runs a text browser in a separate terminal, controlled by key presses and read from its screen. */
export function textBrowser(name: TextBrowserName, folder: string) {
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", join(folder, `${name}.tmux`), ...args], {
      encoding: "utf8",
      env: { ...process.env, HOME: folder, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
    });
  const press = (...keys: string[]) => void tmux("send-keys", "-t", name, ...keys);
  const type = (text: string) => void tmux("send-keys", "-t", name, "-l", text);
  const screen = () => tmux("capture-pane", "-p", "-t", name).replace(/\n+$/, "");
  const status = () => screen().split("\n").slice(-3).join(" ");
  const expectScreen = (what: RegExp) =>
    expect.poll(screen, { message: `${name} shows ${what}`, timeout: 60_000 }).toMatch(what);

  /** Moves the cursor one step at a time and reads the screen after each step. */
  async function moveTo(pattern: RegExp): Promise<void> {
    for (let moves = 0; moves < 80; moves++) {
      if (pattern.test(status())) return;
      const before = screen();
      press("Down");
      await expect
        .poll(screen, { timeout: 1_000 })
        .not.toBe(before)
        .catch(() => undefined);
    }
    throw new Error(`${name} has no ${pattern} on its screen:\n${screen()}`);
  }

  /** Presses a key and waits until it takes effect: the cursor or the screen changes. */
  async function pressed(key: string): Promise<void> {
    const state = () => screen() + tmux("display-message", "-p", "-t", name, "#{cursor_x},#{cursor_y}");
    const before = state();
    press(key);
    await expect.poll(state, { message: `${name} takes ${key}`, timeout: 20_000 }).not.toBe(before);
  }

  /** w3m and lynx show prompts in the last line; input typed before the prompt is lost. */
  const prompted = (what: RegExp) =>
    expect.poll(status, { message: `${name} asks ${what}`, timeout: 20_000 }).toMatch(what);
  const answered = (what: RegExp) =>
    expect.poll(status, { message: `${name} has left ${what}`, timeout: 20_000 }).not.toMatch(what);

  const prompts: Record<TextBrowserName, RegExp> = {
    w3m: /Forward:/,
    lynx: /Enter a whereis query/,
    links: /Search for text|Search/,
  };

  async function search(text: string): Promise<void> {
    press("/");
    const prompt = prompts[name];
    await expect.poll(screen, { timeout: 20_000 }).toMatch(prompt);
    type(text);
    await expect.poll(screen, { timeout: 20_000 }).toContain(text);
    press("Enter");
    if (name !== "links") await answered(prompt);
  }

  return {
    see: expectScreen,
    /** Waits until the screen no longer shows this text. */
    left: (what: RegExp) =>
      expect.poll(screen, { message: `${name} has left ${what}`, timeout: 60_000 }).not.toMatch(what),
    open: async (url: string, expected: RegExp) => {
      try {
        tmux("kill-session", "-t", name);
      } catch {
        // no session runs before the first page
      }
      tmux(
        "-f",
        "/dev/null",
        "new-session",
        "-d",
        "-s",
        name,
        "-x",
        "110",
        "-y",
        // tall enough for a whole page, so that nothing needs scrolling
        "400",
        commands[name](url, folder),
        // the last screen of a browser that ended stays, with how it ended
        ";",
        "set-option",
        "remain-on-exit",
        "on",
      );
      await expect
        .poll(screen, { timeout: 60_000 })
        .toMatch(new RegExp(`${expected.source}|Welcome to links`));
      if (screen().includes("Welcome to links")) press("Enter");
      await expectScreen(expected);
    },
    /** Opens another URL in the same browser session, with its cookies. */
    go: async (url: string, expected: RegExp) => {
      // keys pressed while a page loads are lost; text typed before the prompt is taken as commands
      const prompt = /Goto URL:|URL to open:|Enter URL/;
      await expect(async () => {
        press(name === "w3m" ? "U" : "g");
        await expect.poll(screen, { message: `${name} asks for an address`, timeout: 4_000 }).toMatch(prompt);
      }).toPass({ timeout: 30_000 });
      press("C-u");
      type(url);
      await expect.poll(screen, { timeout: 20_000 }).toContain(url.slice(-20));
      press("Enter");
      await expectScreen(expected);
    },
    fill: async (kind: "text" | "password" | "area", label: string, value: string) => {
      if (name !== "w3m") {
        await moveTo(focused[name][kind]);
        return type(value);
      }
      writeFileSync(join(folder, "text"), value);
      await search(label);
      press("Tab", "Enter");
      if (kind === "area") return;
      const prompt = kind === "text" ? /TEXT:/ : /Password:/;
      await prompted(prompt);
      type(value);
      if (kind === "text") await expect.poll(status).toContain(value.slice(-8));
      press("Enter");
      await answered(prompt);
    },
    /** Opens the select list that shows this option and picks the next one. */
    choose: async (shown: string) => {
      await (name === "w3m" ? search(shown) : moveTo(focused[name].select));
      // wait after each key: a list opens over the page, moves and closes, and an early key goes to the page
      await pressed("Enter");
      await pressed("Down");
      await pressed("Enter");
    },
    /** Presses the form's submit button, which follows the fields. */
    submit: async (button: string) => {
      await (name === "w3m" ? search(button) : moveTo(focused[name].submit));
      press("Enter");
    },
    /** Presses any button of the page. */
    find: async (button: string) => {
      await search(button);
      if (name !== "w3m") expect(status()).toMatch(focused[name].submit);
      press("Enter");
    },
    /** Ends the browser and deletes its folder, with retries until it stops writing there. */
    close: async () => {
      tmux("kill-server");
      await expect(() => rmSync(folder, { recursive: true, force: true })).toPass({ timeout: 20_000 });
    },
  };
}
