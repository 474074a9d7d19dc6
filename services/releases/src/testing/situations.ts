/**
 * What may go wrong with a release, as the reports of tabs show it, and what is promised for it. Written before the
 * rules: a rule that decides otherwise is wrong, or the promise is changed here first.
 */
export interface Situation {
  name: string;
  seen: SeenBuild[];
  /** Of each build that anything is decided or said of; of all others nothing is. */
  promised: Promised[];
  gate?: 'off';
}

interface Promised {
  build: string;
  decided: 'take-back' | 'tell';
  said: string;
  offered: string;
}
const taken = (...builds: string[]): Promised[] =>
  builds.map((build) => ({ build, decided: 'take-back', said: 'own', offered: 'nothing' }));
const told = (said: string, offered: string, ...builds: string[]): Promised[] =>
  builds.map((build) => ({ build, decided: 'tell', said, offered }));

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

const freshlyBad = (remote: string): SeenBuild => ({
  build: `${remote} fresh`,
  sessions: '9/10',
  networks: 7,
  before: '0/200',
});

export const SITUATIONS: Situation[] = [
  {
    name: 'a promoted build fails, the one before did not',
    seen: [...WELL, { build: 'mf-checkout fresh', sessions: '8/10', networks: 6, before: '1/300' }],
    promised: taken('mf-checkout fresh'),
  },
  {
    name: 'a canary fails, the build of everybody does not, and another remote fails meanwhile',
    seen: [
      { build: 'shell settled', sessions: '0/200' },
      { build: 'mf-letters settled', sessions: '50/60', networks: 20 },
      { build: 'mf-wizard base', sessions: '1/100' },
      { build: 'mf-wizard canary', sessions: '8/8', networks: 6 },
    ],
    promised: [...taken('mf-wizard canary'), ...told('not-watched', 'roll-back', 'mf-letters settled')],
  },
  {
    name: 'the build of everybody goes bad while its canary is good',
    seen: [
      ...WELL,
      { build: 'mf-wizard base', sessions: '40/100', networks: 20 },
      { build: 'mf-wizard canary', sessions: '0/12' },
    ],
    promised: told('not-watched', 'roll-back', 'mf-wizard base'),
  },
  {
    name: 'a slot of one remote fails in the page of another',
    seen: [
      ...WELL,
      { build: 'mf-wizard settled', sessions: '2/80', networks: 2 },
      { build: 'mf-checkout fresh', sessions: '9/12', networks: 7, before: '0/200' },
    ],
    promised: taken('mf-checkout fresh'),
  },
  {
    name: 'a shared package of a fresh shell: the remotes fail, the shell does not',
    seen: [
      { build: 'shell fresh', sessions: '0/90', before: '0/300' },
      { build: 'mf-account settled', sessions: '20/25', networks: 9 },
      { build: 'mf-letters settled', sessions: '30/40', networks: 9 },
      { build: 'mf-wizard settled', sessions: '60/70', networks: 9 },
    ],
    promised: told('shell', 'roll-back-shell', 'mf-account settled', 'mf-letters settled', 'mf-wizard settled'),
  },
  {
    name: 'the network of the visitors: most remotes fail, a fresh one among them',
    seen: [
      { build: 'shell settled', sessions: '2/90', networks: 2 },
      { build: 'mf-account settled', sessions: '20/25', networks: 9 },
      { build: 'mf-letters settled', sessions: '30/40', networks: 9 },
      { build: 'mf-checkout fresh', sessions: '9/10', networks: 7, before: '0/200' },
    ],
    promised: told('elsewhere', 'look', 'mf-account settled', 'mf-letters settled', 'mf-checkout fresh'),
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
      ...told('elsewhere', 'look', 'shell settled', 'mf-letters settled', 'mf-wizard base'),
      ...told('base', 'look', 'mf-wizard canary'),
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
    promised: taken('mf-wizard fresh', 'mf-checkout fresh'),
  },
  {
    name: 'three of four that are visited are promoted together and fail: what was there before does not',
    seen: [
      { build: 'shell settled', sessions: '0/90' },
      ...['mf-wizard', 'mf-checkout', 'mf-account'].map((remote) => freshlyBad(remote)),
    ],
    promised: taken('mf-wizard fresh', 'mf-checkout fresh', 'mf-account fresh'),
  },
  {
    name: 'a fresh shell fails, and with it a fresh remote, which may be good, and an old one',
    seen: [
      { build: 'shell fresh', sessions: '30/90', networks: 20, before: '2/300' },
      { build: 'mf-letters settled', sessions: '9/40', networks: 7 },
      freshlyBad('mf-checkout'),
      { build: 'mf-wizard settled', sessions: '0/70' },
      { build: 'mf-account settled', sessions: '0/30' },
    ],
    promised: [...taken('shell fresh'), ...told('shell', 'roll-back-shell', 'mf-letters settled', 'mf-checkout fresh')],
  },
  {
    name: 'a shell that rolls out to half fails, and with it a fresh remote, which may be good',
    seen: [
      { build: 'shell base', sessions: '0/90' },
      { build: 'shell canary', sessions: '30/90', networks: 20 },
      freshlyBad('mf-checkout'),
    ],
    promised: [...taken('shell canary'), ...told('shell', 'roll-back-shell', 'mf-checkout fresh')],
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
    promised: told('networks', 'abort', 'mf-wizard canary'),
  },
  {
    name: 'few visitors: a canary fails for the first five',
    seen: [
      { build: 'shell settled', sessions: '0/30' },
      { build: 'mf-wizard base', sessions: '0/25' },
      { build: 'mf-wizard canary', sessions: '5/5', networks: 3 },
    ],
    promised: taken('mf-wizard canary'),
  },
  {
    name: 'the tabs of a canary fall back: they are in the figures of neither build, the failures of the canary are',
    seen: [
      ...WELL,
      { build: 'mf-wizard base', sessions: '0/100' },
      { build: 'mf-wizard canary', sessions: '7/9', networks: 5 },
    ],
    promised: taken('mf-wizard canary'),
  },
  {
    name: 'a build that a rollback brought back fails as well',
    seen: [...WELL, { build: 'mf-checkout returned', sessions: '12/12', networks: 8 }],
    promised: told('brought-back', 'roll-back', 'mf-checkout returned'),
  },
  {
    name: 'a promoted build fails as the one before did',
    seen: [...WELL, { build: 'mf-checkout fresh', sessions: '8/20', networks: 6, before: '90/300' }],
    promised: told('before', 'look', 'mf-checkout fresh'),
  },
  {
    name: 'a promoted build fails for some, below the share at which builds are taken back',
    seen: [...WELL, { build: 'mf-checkout fresh', sessions: '12/100', networks: 8, before: '0/300' }],
    promised: told('share', 'roll-back', 'mf-checkout fresh'),
  },
  {
    name: 'the gate is off',
    gate: 'off',
    seen: [...WELL, { build: 'mf-checkout fresh', sessions: '12/12', networks: 8, before: '0/300' }],
    promised: told('gate-off', 'roll-back', 'mf-checkout fresh'),
  },
];
