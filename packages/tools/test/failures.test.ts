import { browserFailures, jestFailures, listFailures } from '../lib/failures.mjs';
import { inRoot } from '../lib/repository.mjs';

const aFailure = (over: object = {}) => ({
  where: 'mf-auth',
  file: 'mf-auth/src/a.test.tsx',
  name: 'signs in once',
  error: 'Error: no button',
  ...over,
});

it('names each failing test of a jest run, and a file that could not run', () => {
  const passed = { status: 'passed', fullName: 'is well', failureMessages: [] };
  const failed = {
    status: 'failed',
    fullName: 'login signs in once',
    failureMessages: ['Error: no button\n  at a:1\n  at b (/x/node_modules/c.js:1:2)'],
  };
  const testResults = [
    { name: inRoot('mf-auth/src/a.test.tsx'), status: 'failed', message: 'both', assertionResults: [passed, failed] },
    { name: inRoot('mf-auth/src/b.test.tsx'), status: 'failed', message: 'SyntaxError: x', assertionResults: [] },
    { name: inRoot('mf-auth/src/c.test.tsx'), status: 'passed', message: '', assertionResults: [passed] },
  ];
  expect(listFailures(jestFailures('mf-auth', { testResults }))).toBe(
    [
      'FAILED mf-auth mf-auth/src/a.test.tsx › login signs in once',
      '    Error: no button',
      '      at a:1',
      'FAILED mf-auth mf-auth/src/b.test.tsx › the file could not run',
      '    SyntaxError: x',
    ].join('\n'),
  );
});

it('names each journey that failed, or passed only when it was repeated, and what failed outside of them', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'journeys/account.spec.ts',
    line: 12,
    title,
    tests: [{ status, results: [{ errors: message ? [{ message }] : [] }, {}] }],
  });
  const report = {
    config: { rootDir: inRoot('e2e') },
    suites: [
      {
        title: 'journeys/account.spec.ts',
        specs: [spec('is well', 'expected'), spec('pages', 'unexpected', '\u001B[31mTimeout\u001B[39m')],
        suites: [{ title: 'in German', specs: [spec('sorts', 'flaky', 'late')] }],
      },
    ],
    errors: [{ message: 'no browser' }],
  };
  expect(listFailures(browserFailures(report))).toBe(
    [
      'FAILED e2e e2e/journeys/account.spec.ts:12 › pages',
      '    Timeout',
      'FAILED e2e e2e/journeys/account.spec.ts:12 › in German › sorts (passed when repeated)',
      '    late',
      'FAILED e2e  › the run',
      '    no browser',
    ].join('\n'),
  );
});

it.each(['\n', '\r\n', '\r', '\u2028', '\u0085', '\u001B[2J\n', '\u202E\n'])(
  'lets no name and no error forge a line: %j',
  (end) => {
    const forged = `${end}9 passed, 0 failed${end}`;
    const lines = listFailures([aFailure({ name: `a${forged}`, file: `b${forged}`, error: `c${forged}` })]).split('\n');
    expect(lines.every((line) => /^(?:FAILED | {4})/.test(line))).toBe(true);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u2028\u202E]/u);
  },
);

it('shows fifteen lines of an error and forty tests, and says how many are left out', () => {
  const long = listFailures([aFailure({ error: Array.from({ length: 17 }, (_, at) => `line ${at}`).join('\n') })]);
  expect(long.split('\n')).toHaveLength(17);
  expect(long).toMatch(/line 14\n {4}… 2 more lines$/);

  const many = listFailures(Array.from({ length: 43 }, () => aFailure()));
  expect(many.match(/^FAILED/gm)).toHaveLength(40);
  expect(many).toMatch(/… 3 more tests failed$/);
});

it('is empty when nothing failed', () => {
  expect(listFailures([])).toBe('');
});
