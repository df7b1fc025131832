import { codeAt } from "../people/factors.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { createAuthenticator } from "../support/authenticator.ts";
import { dataOf, type TestSystem } from "../support/test-system.ts";
import type { Tour } from "./tour.ts";

interface Begun {
  readonly factorId: string;
  readonly secret: string;
}

interface Codes {
  readonly recoveryCodes: readonly string[];
}

interface Asked {
  readonly challengeToken: string;
}

/** Calls the routes of second factors, so that each succeeds once. */
export async function visitSecondFactors(tour: Tour, system: TestSystem): Promise<void> {
  const user = await system.newUser();
  const begun = await user.send("POST", "/auth/mfa/totp");
  tour.set("account.startTotp", begun);
  const { factorId, secret } = dataOf<Begun>(begun, 201);
  const code = codeAt(secret, system.runtime.clock.now());
  tour.set("account.confirmTotp", await user.send("POST", "/auth/mfa/totp/confirm", { factorId, code }));
  tour.set("account.getSecondFactors", await user.send("GET", "/auth/mfa"));
  tour.set("account.renameSecondFactor", await user.send("PATCH", `/auth/mfa/factors/${factorId}`, { name: "Phone" }));
  const renewed = await user.send("POST", "/auth/mfa/recovery-codes");
  tour.set("account.renewRecoveryCodes", renewed);
  const { recoveryCodes } = dataOf<Codes>(renewed, 201);
  const { email, password } = user;
  const asked = dataOf<Asked>(await system.send("POST", "/auth/login", { body: { email, password } }), 200);
  const answer = { challengeToken: asked.challengeToken, recoveryCode: recoveryCodes[0] };
  tour.set("account.verifySecondFactor", await system.send("POST", "/auth/mfa/verify", { body: answer }));
  tour.set("account.removeSecondFactor", await user.send("DELETE", `/auth/mfa/factors/${factorId}`));
  const token = await system.mailedToken(email, "second_factor_added");
  tour.set("account.undoSecondFactor", await system.send("POST", "/auth/mfa/factors/undo", { body: { token } }));
  await visitReset(tour, system);
  await visitPasskeys(tour, system);
  await visitAdminDoor(tour, system);
}

async function visitReset(tour: Tour, system: TestSystem): Promise<void> {
  const [user, admin] = [await system.newUser(), await newAdmin(system, "ADMIN")];
  const { factorId, secret } = dataOf<Begun>(await user.send("POST", "/auth/mfa/totp"), 201);
  await user.send("POST", "/auth/mfa/totp/confirm", { factorId, code: codeAt(secret, system.runtime.clock.now()) });
  const requested = await admin.send("POST", `/admin/users/${user.userId}/mfa-resets`, { reason: "tour" });
  tour.set("account.requestFactorReset", requested);
  const token = await system.mailedToken(user.email, "second_factor_reset");
  tour.set("account.cancelFactorReset", await system.send("POST", "/auth/mfa/reset/cancel", { body: { token } }));
}

async function visitPasskeys(tour: Tour, system: TestSystem): Promise<void> {
  const user = await system.newUser();
  const options = await user.send("POST", "/auth/mfa/passkeys/options");
  tour.set("account.startPasskey", options);
  const { challengeToken } = dataOf<Asked>(options, 200);
  const body = { challengeToken, credential: createAuthenticator().create(challengeToken) };
  tour.set("account.addPasskey", await user.send("POST", "/auth/mfa/passkeys", body));
  tour.set("account.askForPasskey", await user.send("POST", "/auth/passkeys/options", { purpose: "STEP_UP" }));
}

async function visitAdminDoor(tour: Tour, system: TestSystem): Promise<void> {
  const { email, password, send } = await newAdmin(system, "SUPPORT");
  const { factorId, secret } = dataOf<Begun>(await send("POST", "/auth/mfa/totp"), 201);
  const code = codeAt(secret, system.runtime.clock.now());
  const { recoveryCodes } = dataOf<Codes>(await send("POST", "/auth/mfa/totp/confirm", { factorId, code }), 200);
  const { challengeToken } = dataOf<Asked>(await system.send("POST", "/admin/auth/login", { body: { email, password } }), 200);
  const body = { challengeToken, recoveryCode: recoveryCodes[0] };
  tour.set("account.adminVerifySecondFactor", await system.send("POST", "/admin/auth/mfa/verify", { body }));
}
