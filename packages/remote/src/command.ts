/** Where a command runs, and what it may read and write. */
export interface Surroundings {
  /** Folder of the remote: it holds `remote.config.ts` and `package.json`. */
  directory: string;
  environment: NodeJS.ProcessEnv;
  /** One or several lines for the standard output. */
  write(text: string): void;
  writeError(text: string): void;
}

/** One command of `redress-remote`. */
export interface Command {
  /** Behind `redress-remote`: `publish [--promote]`. */
  usage: string;
  about: string;
  /**
   * @param args - what stands behind the name of the command
   * @returns the exit code: 0, or 1 when the work was done and something is wrong
   * @throws {CommandRefused} when it cannot be done as asked; anything else thrown is shown by its message
   */
  run(args: readonly string[], surroundings: Surroundings): Promise<number>;
}

/** A sentence for the person who gave the command, and how to go on. Told apart by `name`. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  /** A code of the release service, or of this program. */
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}
