/**
 * What may go wrong with a release, as the reports of tabs show it, and what is promised for it. Written before the
 * rules: a rule that decides otherwise is wrong, or the promise is changed here first.
 */
export interface Situation {
  name: string;
  seen: SeenBuild[];
  /** Of each build that anything is decided or said of; of all others nothing is. */
  promised: { build: string; decided: 'take-back' | 'tell'; said: string; offered: string }[];
  gate?: 'off';
}

/** Sessions are written `failing/all`, with the networks of the failing ones. */
export interface SeenBuild {
  /** `mf-wizard canary`, `mf-wizard base`, `mf-checkout fresh`: promoted minutes ago; `settled`: hours ago; `returned` by a rollback. */
  build: `${string} ${'canary' | 'base' | 'fresh' | 'settled' | 'returned'}`;
  sessions: `${number}/${number}`;
  networks?: number;
  /** Of a fresh one: the build before it, in its last hour. */
  before?: `${number}/${number}`;
}

const WELL: SeenBuild[] = [
  { build: 'shell settled', sessions: '0/200' },
  { build: 'mf-account settled', sessions: '0/40' },
  { build: 'mf-letters settled', sessions: '0/60' },
];

export const SITUATIONS: Situation[] = [
  {
    name: 'a promoted build fails, the one before did not',
    seen: [...WELL, { build: 'mf-checkout fresh', sessions: '8/10', networks: 6, before: '1/300' }],
    promised: [{ build: 'mf-checkout fresh', decided: 'take-back', said: 'own', offered: 'nothing' }],
  },
  {
    name: 'a canary fails, the build of everybody does not, and another remote fails meanwhile',
    seen: [
      { build: 'shell settled', sessions: '0/200' },
      { build: 'mf-letters settled', sessions: '50/60', networks: 20 },
      { build: 'mf-wizard base', sessions: '1/100' },
      { build: 'mf-wizard canary', sessions: '8/8', networks: 6 },
    ],
    promised: [
      { build: 'mf-wizard canary', decided: 'take-back', said: 'own', offered: 'nothing' },
      { build: 'mf-letters settled', decided: 'tell', said: 'not-watched', offered: 'roll-back' },
    ],
  },
  {
    name: 'the build of everybody goes bad while its canary is good',
    seen: [
      ...WELL,
      { build: 'mf-wizard base', sessions: '40/100', networks: 20 },
      { build: 'mf-wizard canary', sessions: '0/12' },
    ],
    promised: [{ build: 'mf-wizard base', decided: 'tell', said: 'not-watched', offered: 'roll-back' }],
  },
  {
    name: 'a slot of one remote fails in the page of another',
    seen: [
      ...WELL,
      { build: 'mf-wizard settled', sessions: '2/80', networks: 2 },
      { build: 'mf-checkout fresh', sessions: '9/12', networks: 7, before: '0/200' },
    ],
    promised: [{ build: 'mf-checkout fresh', decided: 'take-back', said: 'own', offered: 'nothing' }],
  },
  {
    name: 'a shared package of a fresh shell: the remotes fail, the shell does not',
    seen: [
      { build: 'shell fresh', sessions: '0/90', before: '0/300' },
      { build: 'mf-account settled', sessions: '20/25', networks: 9 },
      { build: 'mf-letters settled', sessions: '30/40', networks: 9 },
      { build: 'mf-wizard settled', sessions: '60/70', networks: 9 },
    ],
    promised: ['mf-account', 'mf-letters', 'mf-wizard'].map((remote) => ({
      build: `${remote} settled`,
      decided: 'tell',
      said: 'shell',
      offered: 'roll-back-shell',
    })),
  },
  {
    name: 'the network of the visitors: most remotes fail, a fresh one among them',
    seen: [
      { build: 'shell settled', sessions: '2/90', networks: 2 },
      { build: 'mf-account settled', sessions: '20/25', networks: 9 },
      { build: 'mf-letters settled', sessions: '30/40', networks: 9 },
      { build: 'mf-checkout fresh', sessions: '9/10', networks: 7, before: '0/200' },
    ],
    promised: ['mf-account settled', 'mf-letters settled', 'mf-checkout fresh'].map((build) => ({
      build,
      decided: 'tell',
      said: 'elsewhere',
      offered: 'look',
    })),
  },
  {
    name: 'everything fails, a canary and its build of everybody too',
    seen: [
      { build: 'shell settled', sessions: '90/90', networks: 30 },
      { build: 'mf-letters settled', sessions: '40/40', networks: 20 },
      { build: 'mf-wizard base', sessions: '90/90', networks: 30 },
      { build: 'mf-wizard canary', sessions: '9/9', networks: 7 },
    ],
    promised: [
      ...['shell settled', 'mf-letters settled', 'mf-wizard base'].map((build) => ({
        build,
        decided: 'tell' as const,
        said: 'elsewhere',
        offered: 'look',
      })),
      { build: 'mf-wizard canary', decided: 'tell', said: 'base', offered: 'look' },
    ],
  },
  {
    name: 'two at once: two promoted builds fail, and neither hides the other',
    seen: [
      { build: 'shell settled', sessions: '0/200' },
      { build: 'mf-letters settled', sessions: '0/60' },
      { build: 'mf-wizard fresh', sessions: '20/30', networks: 12, before: '2/400' },
      { build: 'mf-checkout fresh', sessions: '9/10', networks: 7, before: '0/200' },
    ],
    promised: [
      { build: 'mf-wizard fresh', decided: 'take-back', said: 'own', offered: 'nothing' },
      { build: 'mf-checkout fresh', decided: 'take-back', said: 'own', offered: 'nothing' },
    ],
  },
  {
    name: 'one browser says that a canary fails, as often as it likes',
    seen: [
      ...WELL,
      { build: 'mf-wizard base', sessions: '0/100' },
      { build: 'mf-wizard canary', sessions: '1/1', networks: 1 },
    ],
    promised: [],
  },
  {
    name: 'many browsers of one network say that a canary fails',
    seen: [
      ...WELL,
      { build: 'mf-wizard base', sessions: '0/100' },
      { build: 'mf-wizard canary', sessions: '40/40', networks: 1 },
    ],
    promised: [{ build: 'mf-wizard canary', decided: 'tell', said: 'networks', offered: 'abort' }],
  },
  {
    name: 'few visitors: a canary fails for the first five',
    seen: [
      { build: 'shell settled', sessions: '0/30' },
      { build: 'mf-wizard base', sessions: '0/25' },
      { build: 'mf-wizard canary', sessions: '5/5', networks: 3 },
    ],
    promised: [{ build: 'mf-wizard canary', decided: 'take-back', said: 'own', offered: 'nothing' }],
  },
  {
    name: 'the tabs of a canary fall back: they are in the figures of neither build, the failures of the canary are',
    seen: [
      ...WELL,
      { build: 'mf-wizard base', sessions: '0/100' },
      { build: 'mf-wizard canary', sessions: '7/9', networks: 5 },
    ],
    promised: [{ build: 'mf-wizard canary', decided: 'take-back', said: 'own', offered: 'nothing' }],
  },
  {
    name: 'a build that a rollback brought back fails as well',
    seen: [...WELL, { build: 'mf-checkout returned', sessions: '12/12', networks: 8 }],
    promised: [{ build: 'mf-checkout returned', decided: 'tell', said: 'brought-back', offered: 'roll-back' }],
  },
  {
    name: 'a promoted build fails as the one before did',
    seen: [...WELL, { build: 'mf-checkout fresh', sessions: '8/20', networks: 6, before: '90/300' }],
    promised: [{ build: 'mf-checkout fresh', decided: 'tell', said: 'before', offered: 'look' }],
  },
  {
    name: 'a promoted build fails for some, below the share at which builds are taken back',
    seen: [...WELL, { build: 'mf-checkout fresh', sessions: '12/100', networks: 8, before: '0/300' }],
    promised: [{ build: 'mf-checkout fresh', decided: 'tell', said: 'share', offered: 'roll-back' }],
  },
  {
    name: 'the gate is off',
    gate: 'off',
    seen: [...WELL, { build: 'mf-checkout fresh', sessions: '12/12', networks: 8, before: '0/300' }],
    promised: [{ build: 'mf-checkout fresh', decided: 'tell', said: 'gate-off', offered: 'roll-back' }],
  },
];
