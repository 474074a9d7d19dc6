/** What of the list is ticked, for each claim. Declared in remote.config.ts; a build reads only versions it names. */
import { PERSONAL_STORAGE_PREFIX, stored } from '@redress/session-store';
import * as z from 'zod/mini';

const VERSION = 1;
const Entry = z.object({ version: z.literal(VERSION), items: z.array(z.string()), keptAt: z.string() });

const entries = stored<z.output<typeof Entry>>(
  'browser',
  `${PERSONAL_STORAGE_PREFIX}gathered.`,
  (kept) => z.safeParse(Entry, kept).data ?? null,
);

export const gatheredOf = (claim: string): readonly string[] => entries.read(claim)?.items ?? [];

export const keepGathered = (claim: string, items: readonly string[]): void =>
  void entries.write(
    items.length > 0 ? { version: VERSION, items: [...items], keptAt: new Date().toISOString() } : null,
    claim,
  );
