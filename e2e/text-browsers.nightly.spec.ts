import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiClient, signUpByApi } from "./support/api";
import { expect, newAddress, test } from "./support/test";
import { installTextBrowsers, textBrowser, textBrowsers } from "./support/text-browser";

test.describe.configure({ mode: "default" });
test.skip(() => !installTextBrowsers(), "the text browsers are Debian packages");

for (const name of textBrowsers) {
  test(`a client logs in, rents a server and writes a ticket with ${name}`, async ({
    request,
    mailbox,
    baseURL,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), "text-browser-"));
    const client = { email: newAddress(name), password: "a good password", name: "Ann Lee" };
    await signUpByApi(request, mailbox.emailTo, client);
    const api = await apiClient(request, client.email, client.password);
    await api.deposit(100_00);
    const browser = textBrowser(name, folder);
    try {
      await browser.open(`${baseURL}/login`, /Password/);
      await browser.fill("text", "E-mail", client.email);
      await browser.fill("password", "Password", client.password);
      await browser.submit("Log in");
      await browser.see(/Log out/);

      await browser.go(`${baseURL}/vps/order/trader-1`, /Balance after/);
      await browser.find("Pay");
      // keys pressed while a page loads are lost
      await browser.left(/Balance after/);
      const rented = async () =>
        (await api.call("GET", "/vps/servers")).servers as unknown as { id: string }[];
      await expect.poll(async () => (await rented()).length, { timeout: 60_000 }).toBe(1);
      // a new URL, because links shows a visited one from its cache
      const [server] = await rented();
      await browser.go(`${baseURL}/vps?search=${server?.id}`, /Auto-renewal:/);

      await browser.go(`${baseURL}/support/new`, /Choose a department/);
      await browser.choose("Choose a department");
      await browser.fill("text", "Title", "A question");
      await browser.fill("area", "Text", "Written in a terminal");
      await browser.submit("Create ticket");
      await browser.see(/Written in a terminal[\s\S]*Reply/);
      expect(JSON.stringify(await api.call("GET", "/support/tickets"))).toContain("A question");
    } finally {
      await browser.close();
    }
  });
}
