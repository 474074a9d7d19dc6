import type { SnapshotBuild } from '@redress/contracts/releases';
import type { ShareScope } from '@redress/mf-runtime/host';
import { hostByFederationRuntime } from './federation-runtime.ts';

const globals = globalThis as unknown as Record<string, unknown>;
const react = { useState: () => undefined };
const scope: ShareScope = { react: { '19.3.1': { get: () => () => react, loaded: 1, from: 'shell' } } };

/** A build whose entry has come, as the pinned loader leaves it. */
function arrived(buildId: string, get: (expose: string) => Promise<() => unknown>): SnapshotBuild {
  const globalName = `mf_letters_${buildId}`;
  const shares: ShareScope[] = [];
  globals[globalName] = { init: (given: ShareScope) => void shares.push(given), get, shares };
  return { name: 'mf-letters', version: '1.0.0', buildId, entry: 'entry.js', globalName } as SnapshotBuild;
}

// It says so when a build takes another one's name, which is what a release is.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation());

const take = hostByFederationRuntime(scope);

it('takes a module from the container that has come, which gets the shell’s packages', async () => {
  const build = arrived('0000000000a1', (expose) => Promise.resolve(() => ({ expose })));
  expect(await take(build, './slot/wizard.payment')).toMatchObject({ expose: './slot/wizard.payment' });
  const [given] = (globals[build.globalName] as { shares: ShareScope[] }).shares;
  const factory = await given!['react']!['19.3.1']!.get();
  expect(factory()).toBe(react);
});

it('goes to another build of a remote and back', async () => {
  const [one, other] = ['one', 'other'].map((text, index) =>
    arrived(`0000000000b${index}`, () => Promise.resolve(() => ({ text }))),
  );
  const shown = await Promise.all([one, other, one].map((build) => take(build!, './lifecycles')));
  expect(shown).toMatchObject([{ text: 'one' }, { text: 'other' }, { text: 'one' }]);
});

it('asks the container anew after a failure', async () => {
  const broken = arrived('0000000000c1', () => Promise.reject(new Error('no chunk')));
  await expect(take(broken, './lifecycles')).rejects.toThrow('no chunk');
  const mended = arrived('0000000000c1', () => Promise.resolve(() => ({ text: 'mended' })));
  expect(await take(mended, './lifecycles')).toMatchObject({ text: 'mended' });
});
