import { sql } from 'kysely';
import { ReleaseRefusal } from '../refusal.ts';
import { putRow } from '../store/rows.ts';
import type { Db, Trx } from '../store/schema.ts';

export interface TeamLimits {
  /** Bytes of uploads that no build was published with, of one team in 24 hours. */
  uploadBytes: number;
  /** Builds of one team whose files are kept. */
  builds: number;
}

export const DEFAULT_TEAM_LIMITS: TeamLimits = { uploadBytes: 2_000_000_000, builds: 20_000 };

export const DAY_MS = 86_400_000;

/** Notes bytes on their way into the store, so that they go after a day if no build names them. */
export async function noteUpload(
  db: Db,
  upload: { integrity: string; bytes: number; uploader: string; at: Date },
  limits: TeamLimits,
): Promise<void> {
  const { bytes } = await db
    .selectFrom('releases.upload')
    .select(sql<string>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('uploader', '=', upload.uploader)
    .where('at', '>', new Date(upload.at.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (Number(bytes) + upload.bytes > limits.uploadBytes) {
    const message = `${upload.uploader} has uploaded ${bytes} bytes in a day without publishing; ${limits.uploadBytes} is the limit.`;
    throw new ReleaseRefusal('TEAM_LIMIT', message);
  }
  const { integrity, at, ...first } = upload;
  await putRow(db, 'upload', { integrity }, { at }, first);
}

/** @throws {ReleaseRefusal} `TEAM_LIMIT` when a team keeps as many builds as it may */
export async function assertRoomFor(trx: Trx, team: string, { builds }: TeamLimits): Promise<void> {
  const { kept } = await trx
    .selectFrom('releases.kept_build')
    .select(sql<string>`count(*)`.as('kept'))
    .where('owner', '=', team)
    .executeTakeFirstOrThrow();
  if (Number(kept) < builds) return;
  throw new ReleaseRefusal('TEAM_LIMIT', `${team} keeps ${kept} builds; ${builds} is the limit.`);
}
