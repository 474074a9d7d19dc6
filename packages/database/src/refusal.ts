/** Why a program cannot begin to work on its data. */
export type RefusalCode =
  | 'DATA_DIR_IN_USE'
  | 'DATA_DIR_UNWRITABLE'
  | 'DATA_DIR_HALF_RESTORED'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_REFUSED'
  | 'DATABASE_TOO_OLD'
  | 'DATABASE_FILES'
  | 'EMBEDDED_DATABASE'
  | 'MIGRATION'
  | 'KEYS';

/**
 * A start that must not go on. The message is one sentence for the person at the terminal and says what to do;
 * tell refusals apart by `code`.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** @returns whether `error` was thrown to be read by the person who started the program. */
export const isStartRefusal = (error: unknown): error is StartRefusal =>
  error instanceof Error && error.name === 'StartRefusal';

/** What a second start may find otherwise: the server was away, or had no time. */
const PASSING: ReadonlySet<string> = new Set<RefusalCode>(['DATABASE_UNREACHABLE', 'EMBEDDED_DATABASE']);

/** @returns whether a start failed for what a person must change; of anything else the next one may succeed. */
export const isWrongSetting = (error: unknown): boolean => isStartRefusal(error) && !PASSING.has(error.code);
