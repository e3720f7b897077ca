import { type SsoProblem, ssoProblems } from '#core/sso-problems.ts';

/** Why nobody is signed in. The browser is sent back to the sign-in page with the code. */
export class SsoError extends Error {
  readonly code: SsoProblem;

  constructor(code: SsoProblem, cause?: unknown) {
    super(ssoProblems[code], { cause });
    this.code = code;
  }
}
