/** Why a provider could not sign somebody in, by code. The sign-in page shows the text. */
export const ssoProblems = {
  sso_failed: "Single sign-on didn't work. Try again, or ask the admin of your account.",
  sso_unavailable: "Your provider can't be reached. Try again in a few minutes.",
  sso_email_unverified: "Your provider didn't confirm your email address. Ask its admin.",
  sso_wrong_domain: 'Your email address is not in the domain of this account. Ask the admin of your account.',
  sso_no_role: 'None of your groups has access. Ask the admin of your account.',
  sso_other_identity: 'Somebody else has used this email address here before. Ask the admin of your account.',
  sso_full: 'The plan of this account has no room for another member. Ask the admin of your account.',
} as const;

export type SsoProblem = keyof typeof ssoProblems;
