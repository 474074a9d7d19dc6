import type { ServedBy } from '@redress/contracts/release-api';
import type { Connection } from './connection.ts';

const SERVED_WITHIN_MS = 5_000;
const ASK_AGAIN_MS = 20;

/**
 * Asks until new loads get a snapshot, here and from each site the program knows of, or 5 s have passed.
 * @returns `servedMs`: after the start of the command; `null` while they do not
 */
export async function whenServed(
  { call }: Connection,
  { channel, number, started }: { channel: string; number: number; started: number },
): Promise<{ lines: string[]; json: { servedMs: number | null; sites: ServedBy['sites'] } }> {
  const limit = Date.now() + SERVED_WITHIN_MS;
  let servedMs: number | null = null;
  for (;;) {
    const served = await call('served', { channel });
    const json = () => ({ servedMs, sites: served.sites });
    if (served.number === null) {
      return {
        lines: [`Snapshot ${number} of ${channel} is made; this program serves no site with it.`],
        json: json(),
      };
    }
    if (served.number >= number) servedMs ??= Math.round(performance.now() - started);
    const late = served.sites.filter((site) => (site.number ?? 0) < number);
    if ((servedMs !== null && late.length === 0) || Date.now() > limit) {
      const here =
        servedMs === null
          ? `Snapshot ${number} is made; new loads still get snapshot ${served.number}. /readyz says why.`
          : `New loads get snapshot ${number}, ${servedMs} ms after the command.`;
      return { lines: [here, ...served.sites.map((site) => sentenceOf(site, number))], json: json() };
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

function sentenceOf({ url, number: serves }: ServedBy['sites'][number], number: number): string {
  if (serves === null) return `${url} does not answer.`;
  return serves < number ? `${url} still serves snapshot ${serves}.` : `${url} serves it.`;
}
