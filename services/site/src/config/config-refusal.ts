/** A setting that cannot be used. The message is one sentence and says what to do. */
export class ConfigRefusal extends Error {
  override readonly name = 'StartRefusal';
  readonly code = 'CONFIG';
}
