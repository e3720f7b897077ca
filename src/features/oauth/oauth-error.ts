type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'invalid_scope';

/** An error of RFC 6749 §5.2. It has its own form, not the envelope. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  readonly status: number;

  constructor(code: OauthErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = code === 'invalid_client' ? 401 : 400;
  }
}
