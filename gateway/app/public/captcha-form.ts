import { getCaptcha } from "#libs/contracts/account/sign-in.ts";
import { anonymousClient } from "../client/contract-client.ts";
import { solvedCaptcha } from "../ui/captcha.ts";

/** Solves the captcha of a form while captchas are required, then sends the form unchanged. */
export function solveCaptchaOfForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-captcha]");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const api = anonymousClient();
    const field = form.elements.namedItem("captchaToken") as HTMLInputElement;
    // Without a captcha the form is sent anyway: the response page reports the problem.
    field.value = await api
      .call(getCaptcha)
      .then(({ required }) => (required ? solvedCaptcha(api) : ""))
      .catch(() => "");
    form.submit();
  });
}
