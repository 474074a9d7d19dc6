import type { Program } from '../../support/program.ts';

/** One line of a part's table. */
export interface Row {
  /** What was tried, in words. */
  tried: string;
  /** How many times. */
  count: number;
  /** What should not have happened, one sentence each. */
  found: string[];
  /** A figure worth keeping: `p99 31 ms`. */
  note?: string;
}

export interface Options {
  /** What random choices are made from; printed, so that a run can be repeated. */
  seed: number;
  /** How long each decoder is fuzzed. */
  seconds: number;
  /** Hostile bodies for each call. */
  bodies: number;
  /** Only what fits into half a minute: for `npm test`. */
  isShort: boolean;
}

export interface Attack extends Options {
  /** A program of one machine, as `npm start` runs it. */
  program(): Promise<Program>;
  /** A program as it stands on the internet: an https origin, limits of a public site, no trusted proxy. */
  publicProgram(): Promise<Program>;
  /** The same behind a trusted proxy on this machine. */
  proxiedProgram(): Promise<Program>;
  say(line: string): void;
}

export interface Part {
  name: string;
  about: string;
  /** What it does not reach. */
  notReached: readonly string[];
  run(attack: Attack): Promise<Row[]>;
}

/** Collects what was found while something is tried many times; says no more than the first few of a kind. */
export class Tally {
  readonly found: string[] = [];
  count = 0;
  #more = 0;
  readonly tried: string;

  constructor(tried: string) {
    this.tried = tried;
  }

  /** One more try. @param wrong - what should not have happened, if something did */
  add(wrong: string | null | undefined | false = null): void {
    this.count += 1;
    if (wrong) this.find(wrong);
  }

  find(wrong: string): void {
    if (this.found.includes(wrong)) return;
    if (this.found.length < 12) this.found.push(wrong);
    else this.#more += 1;
  }

  row(note?: string): Row {
    const found = this.#more > 0 ? [...this.found, `and ${this.#more} more`] : [...this.found];
    return { tried: this.tried, count: this.count, found, ...(note ? { note } : {}) };
  }
}

/** Works on a list with some at once; ends with the first error. */
export async function atOnce<T>(items: readonly T[], width: number, work: (item: T, index: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}
