/** Code with which a receiver verifies a webhook. It needs no library; a test runs each of them. @internal exported for tests */
export const VERIFICATIONS: readonly { readonly language: string; readonly code: string }[] = [
  {
    language: "JavaScript",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

// secret: whsec_…; headers: in lower case; body: the bytes as they came, before they are parsed
export function isGenuine(secret, headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`,
  },
  {
    language: "Python",
    code: `import base64, hashlib, hmac, time

# secret: whsec_...; headers: in lower case; body: the bytes as they came, before they are parsed
def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(signature.encode(), expected.encode()) for signature in signatures)
`,
  },
  {
    language: "Go",
    code: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// secret: whsec_...; header: http.Header.Get; body: the bytes as they came, before they are parsed
func isGenuine(secret string, header func(string) string, body []byte) bool {
	timestamp := header("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age.Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(header("webhook-signature")) {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}
`,
  },
];

const INTRODUCTION = `Each webhook is signed by Standard Webhooks. Its libraries take the field "standardSecret" of the answer that
creates an endpoint, or that replaces its secret, as it is. Without a library:`;

/** How to verify a webhook, in Markdown. */
export const verificationMarkdown = (): string =>
  [
    `## Verify a webhook\n\n${INTRODUCTION}`,
    ...VERIFICATIONS.map(({ language, code }) => `### ${language}\n\n\`\`\`${language.toLowerCase()}\n${code}\`\`\``),
  ].join("\n\n");

/** The same in HTML. @param escaped makes text safe inside it */
export const verificationHtml = (escaped: (text: string) => string): string =>
  [
    `<h2 id="verify">Verify a webhook</h2>\n<p>${escaped(INTRODUCTION)}</p>`,
    ...VERIFICATIONS.map(({ language, code }) => `<h3>${language}</h3>\n<pre tabindex="0">${escaped(code)}</pre>`),
  ].join("\n");
