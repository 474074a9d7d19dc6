import { setTimeout as wait } from 'node:timers/promises';
import type { FrontDoor } from './front-door.ts';

/** What a newcomer needs to know once everything runs. */
export function readyLines(args: {
  siteOrigin: string;
  mailbox: string | null;
  console: string | null;
  keysFolder: string | null;
  notes: readonly string[];
}): string {
  const line = (label: string, text: string) => `  ${label.padEnd(16)}${text}`;
  return [
    '',
    'Redress is ready.',
    '',
    line('Site', args.siteOrigin),
    ...(args.mailbox ? [line('Mailbox', `${args.mailbox}   (mails it sends arrive here)`)] : []),
    ...(args.console
      ? [line('Release console', `${args.console}   (token: ${args.keysFolder}/release-manager.token)`)]
      : []),
    ...args.notes.map((note) => `\n  ${note}`),
    '',
    '  Stop with Ctrl-C.',
    '',
    '',
  ].join('\n');
}

const READY_POLL_MS = 250;
/** What a start may still be waiting for without a word of it. */
const SILENT_MS = 1_000;

/** Says that the program is ready when `/readyz` does, and meanwhile once what it waits for. */
export async function announceReady(args: {
  door: Pick<FrontDoor, 'readiness'>;
  siteOrigin: string;
  lines: () => string;
  say: (line: string) => void;
  stopping: AbortSignal;
  silentMs?: number;
}): Promise<void> {
  const { door, siteOrigin, lines, say, stopping, silentMs = SILENT_MS } = args;
  const startedAt = performance.now();
  let hasSaidWhy = false;
  while (!stopping.aborted) {
    const { ok, services } = await door.readiness();
    if (stopping.aborted) return;
    if (ok) {
      say(lines());
      return;
    }
    if (!hasSaidWhy && performance.now() - startedAt >= silentMs) {
      hasSaidWhy = true;
      const why = Object.entries(services)
        .filter(([, state]) => !state.ok)
        .map(([name, { detail = 'not ready' }]) => `${name}: ${detail}`);
      say(`Redress runs at ${siteOrigin} and is not ready yet (/readyz says when it is): ${why.join('; ')}`);
    }
    await wait(READY_POLL_MS, undefined, { signal: stopping }).catch(() => {});
  }
}
