import { documentationPage, escaped } from "../response/documentation-html.ts";
import { type DescribedFact, describedFacts } from "./asyncapi-document.ts";
import { verificationHtml } from "./webhook-verification.ts";

/** The page about public facts: the guarantees for subscribers, and every fact with its fields and an example. */
export function eventsPage(namespace: string): string {
  const facts = describedFacts(namespace);
  return documentationPage(
    "Public facts of the creator platform",
    `<h1>Public facts</h1>
<p>The platform tells subscribers what has happened. For programs: <a href="/api/v1/asyncapi.json">AsyncAPI 3.0.0</a>.</p>
<h2>Ways to subscribe</h2>
<table>
<tr><th>Way</th><th>Promise</th></tr>
<tr><td>Moleculer event</td><td>At most once, to one node of each group that is connected. <code>ctx.params</code> is <code>data</code>, <code>ctx.meta.fact</code> the rest.</td></tr>
<tr><td>Stream (NATS JetStream)</td><td>At least once, for seven days, always with the same <code>id</code>. A consumer of your own remembers what you have acknowledged.</td></tr>
<tr><td>Webhook</td><td>At least once, signed, retried for some days, with the same <code>id</code> in every attempt.</td></tr>
</table>
<p>An operator writes the credential for events and stream: <code>npm run keys -- subscriber NAME</code>. Two programs in <code>deploy/examples</code> use it.</p>
${verificationHtml(escaped)}
<h2>Order</h2>
<p>Facts may come in any order. Where <code>data</code> has a <code>version</code>, of two facts about the same thing the one with the higher version is the later.</p>
<h2>Replay</h2>
<p>A new consumer of the stream begins with the oldest fact that is stored. Remember ids for a week, and a fact that comes twice does no harm.</p>
<h2>Evolution</h2>
<p><code>apiVersion</code> 1.x only adds optional fields. Any other change is a new type, such as <code>message.sent.v2</code>, beside the old one for twelve months.
Facts have ids, states, times and amounts, and never names, texts or addresses of people.</p>
<h2>Facts</h2>
<ul>
${facts.map(({ fact: { type, summary } }) => `<li><a href="#${type}">${type}</a>: ${escaped(summary)}</li>`).join("\n")}
</ul>
${facts.map(factSection).join("\n")}`,
  );
}

function factSection({ fact: { type, summary, fields }, subject, example }: DescribedFact): string {
  const rows = Object.entries(fields).map(
    ([name, { type: kind, nullable, optional, description = "" }]) =>
      `<tr><td><code>${name}</code></td><td>${kind}${nullable ? " or null" : ""}${optional ? ", optional" : ""}</td><td>${escaped(description)}</td></tr>`,
  );
  return `<h3 id="${type}">${type}</h3>
<p>${escaped(summary)}. Subject <code>${escaped(subject)}</code>.</p>
<table>
<tr><th>Field of data</th><th>Kind</th><th>Meaning</th></tr>
${rows.join("\n")}
</table>
<pre tabindex="0">${escaped(JSON.stringify(example, null, 2))}</pre>`;
}
