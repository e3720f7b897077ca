/** How the pages of a project look to visitors. */
export interface PageBrand {
  displayName: string | null;
  /** `#rrggbb`. */
  color: string | null;
  /** A PNG in base64. */
  logo: string | null;
  /** Offered if a code has ended (D80); null if there is none, or if it is harmful. */
  fallbackUrl: string | null;
}
