import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

it('ends without a word when its reader has seen enough', async () => {
  const module = fileURLToPath(new URL('../lib/cut-off.mjs', import.meta.url));
  const prints = "process.stdout.write('line\\n'.repeat(1e6))";
  const command = '"$0" --import "$1" -e "$2" | head -n 1';
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command, process.execPath, module, prints]);
  expect([stdout, stderr]).toEqual(['line\n', '']);
});

it('finds what packages import beside themselves', async () => {
  const module = fileURLToPath(new URL('../lib/near-files.mjs', import.meta.url));
  const reads = "for (const name of ['kysely', 'pg']) console.log(Object.keys(await import(name)).length > 9)";
  const command = [`--import=${module}`, '--input-type=module', '-e', reads];
  const cwd = fileURLToPath(new URL('../../database', import.meta.url));
  expect((await promisify(execFile)(process.execPath, command, { cwd })).stdout).toBe('true\ntrue\n');
});
