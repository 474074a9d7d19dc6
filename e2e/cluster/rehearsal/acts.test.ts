import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { actsOn, programIn } from './acts.ts';
import type { KeptProcess, ProcessChange } from './kept-process.ts';
import type { Member } from './layout.ts';

const MEMBER: Member = { name: 'worker-1', role: 'worker', port: 1, environment: { ROLES: 'worker' } };
let code: string;
let restarts: (ProcessChange | undefined)[];
let waitedFor: string[];
let pid: number | null;
beforeEach(() => {
  code = mkdtempSync(path.join(tmpdir(), 'redress-acts-'));
  restarts = [];
  waitedFor = [];
  pid = 7;
});
afterEach(() => rmSync(code, { recursive: true, force: true }));

const process = (name: string) =>
  ({
    name,
    pid: () => pid,
    restarts: () => 0,
    restart: (change?: ProcessChange) => Promise.resolve(void restarts.push(change)),
  }) as unknown as KeptProcess;
const acts = () =>
  actsOn({
    members: [MEMBER],
    code: '/started/with',
    processes: () => [process('worker-1'), process('s3')],
    isReady: () => Promise.resolve({ ok: true, said: '' }),
    untilReady: (members) => Promise.resolve(void waitedFor.push(...members.map(({ name }) => name))),
    untilListening: (name) => Promise.resolve(void waitedFor.push(name)),
    primary: () => 5432,
    failover: () => Promise.resolve(),
  });

it('restarts a member with variables for this one time, and waits until it is ready', async () => {
  const { restart } = acts();
  await restart(['worker-1', 'CLOCK_SHIFT_MS=60000', 'NODE_OPTIONS=--import=/a.mjs'], () => {});
  await restart(['worker-1'], () => {});
  expect(restarts).toEqual([
    { environment: { ROLES: 'worker', CLOCK_SHIFT_MS: '60000', NODE_OPTIONS: '--import=/a.mjs' } },
    { environment: { ROLES: 'worker' } },
  ]);
  expect(waitedFor).toEqual(['worker-1', 'worker-1']);
});

it('starts what is no process of the product, and waits until it takes connections', async () => {
  pid = null;
  await acts().start(['s3'], () => {});
  expect([restarts.length, waitedFor]).toEqual([1, ['s3']]);
});

it('refuses what it cannot do, and does nothing', async () => {
  const { restart, start, upgrade } = acts();
  await expect(restart(['worker-9'], () => {})).rejects.toThrow('There is no process worker-9.');
  await expect(restart(['worker-1', 'shifted'], () => {})).rejects.toThrow('shifted is not NAME=value.');
  await expect(restart(['s3', 'A=1'], () => {})).rejects.toThrow('Only a process of the product');
  await expect(start(['worker-1'], () => {})).rejects.toThrow('worker-1 runs already.');
  await expect(upgrade(['s3', code], () => {})).rejects.toThrow('s3 is no process of the product.');
  await expect(upgrade(['worker-1', code], () => {})).rejects.toThrow('is no folder of the code');
  await expect(upgrade(['worker-1', '.'], () => {})).rejects.toThrow('is no folder of the code');
  expect(restarts).toEqual([]);
});

it('starts a member from another folder of the code, and says so until it is taken back', async () => {
  mkdirSync(path.dirname(programIn(code)), { recursive: true });
  writeFileSync(programIn(code), '');
  const { upgrade, status } = acts();
  const said: string[] = [];
  await upgrade(['worker-1', code], () => {});
  expect(restarts).toEqual([{ cwd: code, environment: MEMBER.environment }]);
  await status([], (line) => said.push(line));
  expect(said[0]).toBe(`worker-1     ready, process 7, started again 0 times, code of ${code}`);
});
