import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./index.ts', import.meta.url));
const FULL = '/dev/full';

(existsSync(FULL) ? it : it.skip)('goes on when the disk of the log is full', () => {
  const script = `import { createLogger } from ${JSON.stringify(entry)};
    const log = createLogger({ name: 'test', level: 'info' });
    for (let n = 0; n < 100; n += 1) log.info('line');
    setTimeout(() => process.exit(7), 50);`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module-typescript', '-e', script],
    { stdio: ['ignore', openSync(FULL, 'w'), 'pipe'], encoding: 'utf8', timeout: 30_000 },
  );
  expect([status, stderr]).toEqual([7, '']);
});
