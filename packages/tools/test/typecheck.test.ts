import { faultyWorkspaces, typecheckGroups } from '../lib/typecheck.mjs';

const groups: string[][] = typecheckGroups();
const together = groups.flat();

it('checks the remotes together, and no workspace twice', () => {
  expect(groups.some((group) => group.includes('mf-auth') && group.includes('mf-wizard'))).toBe(true);
  expect(new Set(together).size).toBe(together.length);
});

it('leaves alone what brings names in for all files, or has settings of its own', () => {
  // Declares a constant; tests that import from Node; settings of their own; a check of more than one program.
  for (const folder of ['shell', 'packages/mf-runtime', 'packages/ui', 'services/releases', 'e2e', 'packages/domain'])
    expect(together).not.toContain(folder);
});

it('counts an error for the workspace in which it stands, and for all where it stands in none', () => {
  const group = ['mf-auth', 'packages/ui'];
  expect(faultyWorkspaces("mf-auth/src/a.ts(1,7): error TS2322: Type 'string' …", group)).toEqual(['mf-auth']);
  expect(faultyWorkspaces('mf-auth-2/src/a.ts(1,7): error TS1: …\n', group)).toEqual(group);
  expect(faultyWorkspaces('error TS5083: Cannot read file', group)).toEqual(group);
});
