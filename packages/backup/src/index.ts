/** Copies of an installation, and the way back from them: docs/runbooks/backup.md. */
export { archive } from './archive.ts';
export { backUp } from './backup.ts';
export { openBackupFolder } from './backup-folder.ts';
export { FILE_COLUMNS } from './named-files.ts';
export { findPostgresFolder } from './postgres-tools.ts';
export { endFormerReceiver } from './receive-log.ts';
export { PARTS, restore, type Part } from './restore.ts';
export { readInstallation } from './settings.ts';
