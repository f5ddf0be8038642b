import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { renderEmail } from "#api/email/render";
import { samplesIn } from "#api/email/samples";
import type { TemplateName } from "#api/email/templates";
import { templates } from "#api/email/templates";
import { environment } from "#api/lib/environment";
import { languages } from "#contract/languages";

/** `npm run mail:preview [-- folder]`: writes every email in both languages, as HTML and as text. */
const folder = resolve(process.argv[2] ?? "reports/mail");
const frame = { origin: "http://localhost:3000", brand: environment().brand };
/** Emails that a client or a second recipient may switch off. */
const stoppable: TemplateName[] = ["monitoringReport", "monitoringAlert"];

await mkdir(folder, { recursive: true });
const links: string[] = [];
for (const name of Object.keys(templates) as TemplateName[]) {
  for (const language of languages) {
    for (const [index, values] of samplesIn(language)[name].entries()) {
      const file = `${name}${index || ""}.${language}`;
      const { subject, html, text } = renderEmail(name, language, values, frame, {
        ...(stoppable.includes(name) && {
          unsubscribe: `${frame.origin}/online-monitoring/unsubscribe/sample`,
        }),
      });
      await writeFile(join(folder, `${file}.html`), html);
      await writeFile(join(folder, `${file}.txt`), `${subject}\n\n${text}`);
      links.push(`<li><a href="${file}.html">${file}</a> <a href="${file}.txt">text</a></li>`);
    }
  }
}
await writeFile(
  join(folder, "index.html"),
  `<!doctype html><meta charset="utf-8"><title>E-mails</title><ul>${links.join("\n")}</ul>`,
);
console.log(`${links.length} e-mails in ${folder}`);
