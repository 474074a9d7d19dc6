/** A refusal in Lob's own shape: `{ error: { message, status_code, code } }`. */
export class LobRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const invalid = (message: string) => new LobRefusal(422, 'invalid', message);

const CODES: Record<number, string> = {
  401: 'unauthorized',
  404: 'not_found',
  413: 'invalid',
  429: 'rate_limit_exceeded',
  500: 'internal_server_error',
};

export const errorBody = (status: number, message: string, code = CODES[status] ?? 'bad_request') => ({
  error: { message, status_code: status, code },
});
