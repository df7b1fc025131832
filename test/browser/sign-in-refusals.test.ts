import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { codeAt, STEP_MS } from "../people/factors.ts";
import { type OidcServer, startOidcServer, useProvider } from "../providers/oidc-server.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, fillSignIn, openAs, startBrowserSystem } from "./fixture.ts";
import { filesWithForm, type RefusedForm, walkRefusals } from "./refusals.ts";

let system: BrowserSystem;
let provider: OidcServer;
beforeAll(async () => {
  [system, provider] = await Promise.all([startBrowserSystem(), startOidcServer()]);
  await useProvider(system, provider, `${system.base}/login/callback`);
});
afterEach(async () => {
  await system.closeWindows();
  system.runtime.clock.reset();
});
afterAll(async () => {
  await system?.stop();
  await provider?.close();
});

const PHONE = { viewport: { width: 390, height: 844 } };
/** Its call is a GET, which the walk does not refuse; SGN-10 proves the form. */
const READS = "sign-in/agree-to-terms.tsx";

/** Fills the field of the form that is shown, and sends it. */
const sent = (field: string, value: string, name: string) => async (page: Page) => {
  const form = page.locator("main form", { has: page.locator(`[name=${field}]`) }).last();
  await form.locator(`[name=${field}]`).fill(value);
  await form.getByRole("button", { name, exact: true }).click();
};

async function security(): Promise<Page> {
  const user = await system.newUser();
  dataOf(await user.send("PATCH", "/auth/me", { timezone: "Europe/Berlin" }), 200);
  return openAs(system, user, "/settings/security", PHONE);
}

/** A sign-in with an account elsewhere whose provider does not say that the address is verified. */
async function mailedCode(): Promise<Page> {
  const page = await system.open("/login", PHONE);
  const account = { sub: uuid(), email: `t${uuid().slice(-12)}@example.org` };
  await page.route(`${provider.issuer}/authorize**`, (route) => {
    const { code, state } = provider.signIn(route.request().url(), account);
    return route.fulfill({ status: 303, headers: { location: `${system.base}/login/callback?code=${code}&state=${state}` } });
  });
  await button(page, "Sign in with another account").click();
  await page.locator("main [name=code]").waitFor();
  return page;
}

/** Returns the secret of the authenticator. */
async function addAuthenticator(user: Person): Promise<string> {
  const { factorId, secret } = dataOf<{ factorId: string; secret: string }>(await user.send("POST", "/auth/mfa/totp"), 201);
  await user.send("POST", "/auth/mfa/totp/confirm", { factorId, code: codeAt(secret, system.runtime.clock.now()) });
  return secret;
}

async function secondStep(user: Person): Promise<Page> {
  const page = await system.open("/login?next=/settings/security", PHONE);
  await fillSignIn(page, user);
  await page.locator("main [name=code]").waitFor();
  return page;
}

async function openSecondStep(): Promise<Page> {
  const user = await system.newUser();
  await addAuthenticator(user);
  return secondStep(user);
}

const FORMS: readonly RefusedForm[] = [
  {
    of: "account/security/add-authenticator.tsx",
    what: "the first code of an authenticator",
    async open() {
      const page = await security();
      await button(page, "Add authenticator app").click();
      await page.locator("main [name=code]").waitFor();
      return page;
    },
    send: sent("code", "123456", "Save"),
  },
  {
    of: "account/security/factor-name.tsx",
    what: "the name of a second factor",
    async open() {
      const user = await system.newUser();
      const secret = await addAuthenticator(user);
      const page = await secondStep(user);
      // The code of the first step was used up.
      system.runtime.clock.advance(STEP_MS);
      await sent("code", codeAt(secret, system.runtime.clock.now()), "Sign in")(page);
      await button(page, "Rename").click();
      return page;
    },
    send: sent("name", "Phone", "Save"),
  },
  {
    of: "sign-in/accept-invitation.tsx",
    what: "an invitation",
    async open() {
      const page = await system.open("/accept-invitation#token=a-code", PHONE);
      await page.getByRole("checkbox").check();
      return page;
    },
    send: sent("password", "a password of staff", "Accept invitation"),
  },
  { of: "sign-in/mailed-code-form.tsx", what: "the code of a mail", open: mailedCode, send: sent("code", "12345678", "Sign in") },
  { of: "ui/second-step/second-step.tsx", what: "a second step", open: openSecondStep, send: sent("code", "123456", "Sign in") },
  {
    of: "ui/step-up/step-up-dialog.tsx",
    what: "a step-up",
    async open() {
      const page = await security();
      system.runtime.clock.advance(16 * MINUTE);
      await sent("newEmail", "r@a.de", "Change address")(page);
      await page.getByRole("dialog").locator("[name=password]").waitFor();
      return page;
    },
    send: sent("password", "a password of one user", "Confirm"),
  },
];

describe("the forms of a sign-in", () => {
  it("EAS-05 each file with a form is walked below", () => {
    const files = [...FORMS.map(({ of }) => of), READS];
    expect([...new Set(files)].sort()).toEqual(filesWithForm("sign-in"));
  });

  it.each(FORMS)("EAS-05 $what: each refusal stands at its field in the window, has the focus, and replaces the older ones", walkRefusals);
});
