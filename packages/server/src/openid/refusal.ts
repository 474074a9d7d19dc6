/** Nobody is signed in. `cancelled`: the person or the provider said no; `down`: no answer that can be believed. */
export class OpenIdRefusal extends Error {
  override readonly name = 'OpenIdRefusal';
  readonly kind: 'cancelled' | 'down';
  /** Code of the provider or of the library, for logs. */
  readonly reason: string;

  constructor(kind: 'cancelled' | 'down', reason: string, cause: unknown) {
    super(`${kind}: ${reason}`, { cause });
    this.kind = kind;
    this.reason = reason;
  }
}

export const isOpenIdRefusal = (error: unknown): error is OpenIdRefusal =>
  error instanceof Error && error.name === 'OpenIdRefusal';
