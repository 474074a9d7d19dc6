/** A refusal in Lob's own shape: `{ error: { message, status_code, code } }`. */
export class LobRefusal extends Error {
  /** Fastify answers with it. */
  readonly statusCode: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.statusCode = status;
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

export const errorBody = (status: number, message: string, error?: unknown) => ({
  error: {
    message,
    status_code: status,
    code: error instanceof LobRefusal ? error.code : (CODES[status] ?? 'bad_request'),
  },
});
