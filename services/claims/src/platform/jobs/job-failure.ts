/**
 * What the queue may keep of a failed try. An error of a provider repeats what it was asked with: the address a mail went
 * to, the name on a letter. The queue keeps its rows for weeks and erases none with an account (decision 0303); the
 * log has the rest, scrubbed.
 */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  /** Of the error itself, for the span of the job. */
  readonly code: string | undefined;

  constructor(error: unknown) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    // An error code is a word; what else may stand in its place is not kept.
    const word = [code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each));
    super(word as string | undefined);
    this.code = word as string | undefined;
  }
}

/** What a job is about is not there yet, as may be expected: it is tried again, and nobody is told of a fault. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}
