import type { SignInSecrets } from '@redress/server/openid';

export type { SignInSecrets };

/** Who came back, with an address that is one. */
export interface FederatedPerson {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface SignIn {
  begin(redirectUri: string): Promise<{ url: string; secrets: SignInSecrets }>;
  /**
   * @param currentUrl - the whole address the browser came back to
   * @throws {AppError} SIGN_IN_CANCELLED when the person or the provider said no; PROVIDER_DOWN otherwise
   */
  finish(currentUrl: URL, secrets: SignInSecrets): Promise<FederatedPerson>;
}
