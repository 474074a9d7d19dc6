import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Received, type Sent } from '../attack/support/client.ts';

/** Refused so often in a row, a person gives up. */
const MOST_REFUSALS = 6;
const OVERLOADED = 503;

export interface Patience {
  /** Told of each refusal that was waited for. */
  refused: () => void;
  signal: AbortSignal;
  random?: () => number;
}

/**
 * Comes again when it is asked to come later: the browser does so by itself with what is to be saved
 * (`packages/api-client/src/server-return.ts`, whose times these are), and a person with every other button.
 */
export class PatientClient extends Client {
  readonly #patience: Patience;

  constructor(url: string, origin: string, patience: Patience) {
    super(url, origin);
    this.#patience = patience;
  }

  override async send(method: string, path: string, sent: Sent = {}): Promise<Received> {
    const { refused, signal, random = Math.random } = this.#patience;
    for (let refusals = 1; ; refusals += 1) {
      const answer = await super.send(method, path, sent);
      const later = answer.headers['retry-after'];
      if (answer.status !== OVERLOADED || later === undefined || refusals > MOST_REFUSALS) return answer;
      refused();
      await wait((Number(later) + random() * 2 ** refusals) * 1_000, null, { signal });
    }
  }
}
