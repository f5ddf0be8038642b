import { html } from "hono/html";

type Meaning = { status: string; text: string };

/** General rules for callers, each with an example. */
export const guides = (address: string, meanings: readonly Meaning[]) => [
  {
    id: "signing-in",
    title: "Signing in",
    body: html`
<p><a href="#user.login"><code>POST /user/auth/login</code></a> answers a <code>token</code>, when it ends, and a <code>refreshToken</code>. Send the token as <code>Authorization: Bearer</code>. Before it ends, <a href="#user.refreshToken"><code>POST /user/auth/refresh-token</code></a> answers the next one.</p>
<pre>curl -X POST ${address}/user/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"anna@example.com","password":"your password"}'</pre>
<p>Where two-step login is on, the answer is 401 <code>secondStepNeeded</code> with <code>details.ticket</code>: send the ticket and the code to <a href="#security.secondStep"><code>security.secondStep</code></a>. What needs recent authentication answers 403 <code>freshProofNeeded</code> until the password, and a code where two-step login is on, come with it.</p>
<p>A terminal sends its account's activation key as the token instead.</p>`,
  },
  {
    id: "idempotency",
    title: "Idempotency",
    body: html`
<p>Endpoints that move money need an <code>Idempotency-Key</code> of 8 to 100 letters, digits, <code>-</code> and <code>_</code>. A repeat with the same key is answered as the first request was, so after a timeout send the same again. After a rejection that you mean once more, keep the key and add <code>Idempotency-Attempt: 2</code>, then 3.</p>
<pre>curl -X POST ${address}/vps/servers \\
  -H 'Authorization: Bearer $TOKEN' \\
  -H 'Idempotency-Key: 7d1f0c52-rent-1' \\
  -H 'Content-Type: application/json' \\
  -d '{"rateId":"trader-2","months":1,"operatingSystem":"Windows Server 2022","agreedCents":1900}'</pre>
<p><code>agreedCents</code> is the price that you have shown: where it differs, nothing is charged and the answer is 422 <code>priceDiffers</code>.</p>`,
  },
  {
    id: "limits",
    title: "Limits",
    body: html`
<p>What can be guessed or abused is limited, by client and by address. Too many requests are answered with 429, and <code>Retry-After</code> says how many seconds to wait.</p>
<pre>HTTP/1.1 429 Too Many Requests
Retry-After: 42

{"code":"tooManyTries","message":"Too much requests - try later: in 42 seconds","details":{"count":42}}</pre>
<p>A terminal posts every <code>next_in</code> seconds, as each answer says.</p>`,
  },
  {
    id: "errors",
    title: "Error codes",
    body: html`
<p>Every rejection has a <code>code</code> for programs and a <code>message</code> in the language of <code>Accept-Language</code>; <code>fields</code> names what is wrong with which field.</p>
<pre>{"code":"invalidInput","message":"Please check what was entered","fields":{"months":"Choose a period"}}</pre>
<table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody>${meanings.map(({ status, text }) => html`<tr><td><code>${status}</code></td><td>${text}</td></tr>`)}</tbody></table>`,
  },
];
