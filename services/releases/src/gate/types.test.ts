import type { BuildDescriptor, InputTypes } from '@redress/contracts/releases';
import { aRemote, aShell, type BuildFixture } from '../testing/index.ts';
import type { BuildSet } from './build-set.ts';
import { checkChange } from './gate.ts';
import { checkTypes } from './types.ts';

type Types = NonNullable<BuildDescriptor['types']>;
const setOf = (...builds: BuildFixture[]): BuildSet =>
  Object.fromEntries(builds.map(({ descriptor }) => [descriptor.name, descriptor]));
const ofUi = (Button: InputTypes): Types => ({ shared: { '@redress/ui': { Button } }, slots: {} });
const shellWith = (buildId: string, Button: InputTypes) =>
  aShell({ buildId, change: (build) => void (build.types = ofUi(Button)) });
const wizardWith = (Button: InputTypes) =>
  aRemote({ buildId: 'a', change: (build) => void (build.types = ofUi(Button)) });

describe('a name of a shared package', () => {
  const wizard = wizardWith({ '': '1', title: '2', 'tone?': '3' });
  const [older, ...rest] = [
    shellWith('71', { '': '1', title: '2', 'tone?': '3' }),
    shellWith('72', { '': '1', 'title?': '2', 'tone?': '3', 'size?': '4' }),
    shellWith('73', { '': '1', title: '2', 'tone?': '3', label: '4' }),
    shellWith('74', { '': '1', title: '2', tone: '3' }),
    shellWith('75', { '': '9', title: '8', 'tone?': '3' }),
    shellWith('76', { '': '1', title: '2' }),
  ] as const;
  const check = (shell: BuildFixture, before = older) => checkTypes(setOf(before, wizard), setOf(shell, wizard));
  const [wider, asksMore, asksAlways, other, narrower] = rest;

  it('may take more that can be left out, or take nothing of what it took', () => {
    for (const shell of [older, wider, narrower]) expect(check(shell)).toEqual({ findings: [], warnings: [] });
  });

  it('is refused when it asks for what the remote was not built to give', () => {
    expect(check(asksMore).findings).toEqual([
      { code: 'SHARED_TYPE', message: expect.stringContaining('mf-wizard was built to give: Button (label).') },
    ]);
    expect(check(asksAlways).findings[0]?.message).toContain('Button (tone)');
  });

  it('is told when its type is another one, which may be a wider one', () => {
    const { findings, warnings } = check(other);
    expect(findings).toEqual([]);
    expect(warnings).toEqual([
      { code: 'SHARED_TYPE', message: 'mf-wizard was built with other types of @redress/ui: Button (title).' },
    ]);
  });

  it('concerns a remote that is promoted to an older shell, and no remote that nothing changes for', () => {
    const before = setOf(asksMore);
    expect(checkTypes(before, setOf(asksMore, wizard)).findings).toHaveLength(1);
    expect(checkTypes(setOf(asksMore, wizard), setOf(asksMore, wizard)).findings).toEqual([]);
  });

  it('says nothing of builds from before types were listed', () => {
    const silent = aRemote({ buildId: 'a' });
    expect(checkTypes(setOf(older, silent), setOf(asksMore, silent)).findings).toEqual([]);
    expect(checkTypes(setOf(older, wizard), setOf(aShell({ buildId: '77' }), wizard)).findings).toEqual([]);
  });
});

describe('a slot', () => {
  const drawing = (props: InputTypes, buildId = 'a') =>
    aRemote({
      buildId,
      change: (build) => {
        build.uses = { slots: ['wizard.payment'], links: [] };
        build.types = { shared: {}, slots: { 'wizard.payment': props } };
      },
    });
  const filling = (props: InputTypes, buildId = 'c') =>
    aRemote({
      name: 'mf-checkout',
      buildId,
      change: (build) => {
        build.config.routes = [];
        build.config.slots = { 'wizard.payment': './x.tsx' };
        build.exposes['./slot/wizard.payment'] = build.exposes['./lifecycles']!;
        build.types = { shared: {}, slots: { 'wizard.payment': props } };
      },
    });
  const shell = aShell();
  const check = (drawer: BuildFixture, filler: BuildFixture, isRollback = false) =>
    checkChange({
      before: setOf(shell, drawing({ onDone: '1' }), filling({ onDone: '1' })),
      after: setOf(shell, drawer, filler),
      facts: {},
      wroteDrafts: {},
      isRollback,
    }).map(({ code }) => code);

  it('may take one prop more that can be left out, and be given one more', () => {
    expect(check(drawing({ onDone: '1' }), filling({ onDone: '1', 'note?': '2' }, 'd'))).toEqual([]);
    expect(check(drawing({ onDone: '1', note: '2' }, 'b'), filling({ onDone: '1' }))).toEqual([]);
  });

  it('is refused where its two sides differ, until both are promoted together', () => {
    expect(check(drawing({ onDone: '1' }), filling({ onDone: '9' }, 'd'))).toEqual(['SLOT_TYPE']);
    expect(check(drawing({ onDone: '1' }), filling({ onDone: '1', note: '2' }, 'd'))).toEqual(['SLOT_TYPE']);
    expect(check(drawing({ onDone: '9' }, 'b'), filling({ onDone: '9' }, 'd'))).toEqual([]);
  });

  it('never stops a rollback', () => {
    expect(check(drawing({ onDone: '9' }, 'b'), filling({ onDone: '1' }), true)).toEqual([]);
  });
});
