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
