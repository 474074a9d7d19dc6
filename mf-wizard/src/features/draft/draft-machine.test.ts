import type { ApiError } from '@redress/api-client';
import type { ClaimFormData, FormSession } from '@redress/contracts';
import {
  claimOpened,
  conflictResolved,
  formDataMerged,
  orderPaid,
  stepChanged,
  wizardSlice,
} from '@redress/session-store';
import fc from 'fast-check';
import type { Answers } from '../../shared/answers.ts';
import { aSession, DRAFT, SAVED_AT } from '../../testing/autosave-bench.ts';
import {
  advance,
  newMachine,
  type DraftEffect,
  type DraftEvent,
  type DraftMachine,
  type Seen,
} from './draft-machine.ts';
import type { Attempt } from './save-attempt.ts';

const failure = (code: string, status: number, retryAfterSeconds?: number): ApiError =>
  ({ code, status, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }) as ApiError; // as the client reports it

/** The machine over the store's own reducer, with a form, a clock and a server that keeps one draft by revisions. */
function aWorld() {
  let wizard = wizardSlice.getInitialState();
  const events: DraftEvent[] = [];
  const calls: DraftEffect[] = [];
  const bySaveId = new Map<string, number>();
  const row = { answers: {} as ClaimFormData, revision: 0, isMade: false };
  /** Another tab saved last, and nothing here has asked the server since. */
  let isOverwritten = false;
  let typing: Answers = {};
  let now = 0;
  let saves = 0;
  const seen = (): Seen => ({
    wizard,
    typing,
    owner: null,
    isPaid: wizard.isPaid,
    isEditing: false,
    isLeft: false,
    now,
  });
  let machine = newMachine(seen());

  function dispatch(action: { type: string }): void {
    const before = wizard;
    wizard = wizardSlice.reducer(before, action);
    if (wizard !== before) events.push({ kind: 'changed', before, after: wizard });
  }
  function commit(): void {
    const held = typing;
    typing = {};
    if (Object.keys(held).length > 0) dispatch(formDataMerged(held));
  }
  function perform(effect: DraftEffect): void {
    switch (effect.kind) {
      case 'dispatch':
        return dispatch(effect.action);
      case 'discard':
        typing = {};
        return;
      case 'commit':
        commit();
        events.push({ kind: 'committed', saveId: `save-${(saves += 1)}` });
        return;
      case 'compare':
        commit();
        events.push({ kind: 'compared', other: effect.other, sent: effect.sent });
        return;
      case 'raise':
        events.push(effect.event);
        return;
      case 'create':
      case 'save':
      case 'readOwner':
      case 'probe':
        calls.push(effect);
    }
  }
  function tell(event?: DraftEvent): void {
    if (event) events.push(event);
    for (let next = events.shift(); next; next = events.shift()) {
      const step = advance(machine, next, seen());
      machine = step.machine;
      step.effects.forEach(perform);
    }
  }
  function serverSaves({ body, answers }: Attempt): number | FormSession {
    const known = bySaveId.get(body.save_id ?? '');
    if (known !== undefined) return known;
    if (body.base_revision !== row.revision) return aSession({ form_data: row.answers, revision: row.revision });
    row.answers = answers;
    bySaveId.set(body.save_id ?? '', (row.revision += 1));
    isOverwritten = false;
    return row.revision;
  }
  /** The oldest call is answered; `how` says what becomes of a save. */
  function answer(how: 'yes' | 'lost' | 'unheard' | 'busy' | 'invalid'): void {
    const effect = calls.shift();
    if (!effect) return;
    if (effect.kind === 'probe') return tell({ kind: 'probed', isBack: how === 'yes', chance: 0.5 });
    const sent = effect.kind === 'save' ? effect.attempt : null;
    const fail = (error: ApiError) => tell({ kind: 'failed', sent, error, chance: 0.5 });
    if (how === 'lost') return fail(failure('OFFLINE', 0));
    if (how === 'busy') return fail(failure('UNAVAILABLE', 503, 4));
    if (how === 'invalid') return fail(failure('VALIDATION_FAILED', 422));
    if (effect.kind === 'create') {
      row.isMade = true;
      return tell({ kind: 'created', of: effect.of, formSessionId: DRAFT, revision: row.revision });
    }
    if (!sent) throw new Error('no such call in this world');
    const result = serverSaves(sent);
    if (how === 'unheard') return fail(failure('OFFLINE', 0)); // it was counted, and its answer did not arrive
    if (typeof result !== 'number') return fail({ ...failure('FORM_CONFLICT', 409), other: result });
    const progress = { form_session_id: DRAFT, saved_at: SAVED_AT, current_step: '1', progress: 10, message: '' };
    tell({ kind: 'saved', sent, answer: { ...progress, revision: result } });
  }

  const world = {
    answers: () => wizard.formData,
    row,
    isOverwritten: () => isOverwritten,
    calls,
    machine: () => machine,
    typing: () => typing,
    tell,
    answer,
    type(field: keyof Answers, text: string) {
      const isFirst = Object.keys(typing).length === 0;
      typing = { ...typing, [field]: text };
      const { formChanged, isSaving } = wizard;
      if (isFirst && (!formChanged || isSaving)) dispatch(formDataMerged({}));
      else events.push({ kind: 'typed' });
      tell();
    },
    commit() {
      commit();
      tell();
    },
    act(action: { type: string }) {
      dispatch(action);
      tell();
    },
    pass(ms: number) {
      now += ms;
      const { dueAt, state } = machine;
      if (state !== 'sending' && dueAt !== null && dueAt <= now) tell({ kind: 'due' });
    },
    otherTabSaves(field: keyof Answers, text: string, isHeard: boolean) {
      if (!row.isMade) return;
      row.answers = { ...row.answers, [field]: text };
      row.revision += 1;
      isOverwritten = !isHeard;
      const session = aSession({ form_data: row.answers, revision: row.revision });
      if (isHeard) tell({ kind: 'savedElsewhere', session });
    },
    /** What must hold after every event. */
    check() {
      const { state, dueAt } = machine;
      const saving = calls.filter(({ kind }) => kind !== 'probe');
      expect(saving.length).toBe(state === 'sending' ? 1 : 0);
      if (state === 'conflicted') expect(wizard.conflict).not.toBeNull();
      const waitsForOthers = ['refused', 'conflicted', 'finished', 'sending'].includes(state) || calls.length > 0;
      if (wizard.formChanged && !waitsForOthers) expect({ state, dueAt }).toEqual({ state, dueAt: expect.any(Number) });
    },
  };
  tell({ kind: 'started' });
  return world;
}

type World = ReturnType<typeof aWorld>;
const FIELDS = ['firstname', 'lastname', 'city'] as const;
const act = (name: string, run: (world: World, count: number) => void) => ({ run, toString: () => name });
const acts = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...FIELDS).map((f) => act(`type ${f}`, (w, n) => w.type(f, `mine ${n}`))) },
  { weight: 3, arbitrary: fc.constant(act('commit', (w) => w.commit())) },
  { weight: 6, arbitrary: fc.constantFrom(10, 1_500, 5_000).map((ms) => act(`pass ${ms}`, (w) => w.pass(ms))) },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom('yes', 'yes', 'yes', 'lost', 'unheard', 'busy', 'invalid')
      .map((how) => act(`answer ${how}`, (w) => w.answer(how as 'yes'))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...FIELDS), fc.boolean())
      .map(([f, heard]) => act(`other tab ${f} ${heard}`, (w, n) => w.otherTabSaves(f, `theirs ${n}`, heard))),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('retry', 'flush', 'online', 'signedIn')
      .map((kind) => act(kind, (w) => w.tell({ kind: kind as 'retry' }))),
  },
  { weight: 2, arbitrary: fc.nat(3).map((s) => act(`move ${s}`, (w) => w.act(stepChanged({ step: 1, subStep: s })))) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('mine', 'theirs').map((v) => act(v, (w) => w.act(conflictResolved(v as 'mine')))),
  },
);

it('sends one save at a time, never stands still, and brings every typed word to the server', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 60 }), (run) => {
      const world = aWorld();
      run.forEach(({ run: doIt }, count) => {
        doIt(world, count);
        world.check();
      });
      if (world.isOverwritten()) world.type('city', 'mine at last');
      const mine = { ...world.answers(), ...world.typing() };
      world.commit();
      for (let round = 0; round < 40; round += 1) {
        world.act(conflictResolved('mine'));
        world.answer('yes');
        if (world.machine().state === 'refused') world.tell({ kind: 'retry' });
        world.pass(5_000);
        world.check();
      }
      expect(world.machine().state).toBe('idle');
      if (Object.keys(mine).length > 0) expect(world.row.answers).toEqual(mine);
    }),
    { numRuns: 300 },
  );
});

/** A machine in each state, by the shortest way there, over a claim with unsaved answers. */
const ways: Record<DraftMachine['state'], (world: World) => void> = {
  idle: () => undefined,
  typing: (w) => w.type('city', 'Ames'),
  pending: (w) => (ways.sending(w), w.answer('busy')),
  sending: (w) => (ways.typing(w), w.pass(1_500)),
  conflicted: (w) => (ways.typing(w), w.otherTabSaves('city', 'Boone', true)),
  refused: (w) => (ways.sending(w), w.answer('invalid')),
  offline: (w) => (ways.sending(w), w.answer('lost')),
  finished: (w) => w.act(orderPaid()),
};
const other = (w: World) => w.otherTabSaves('lastname', 'Lee', false);
const causes: [name: string, run: (world: World) => void][] = [
  ['a key', (w) => w.type('firstname', 'Ann')],
  ['another screen', (w) => w.act(stepChanged({ step: 2, subStep: 0 }))],
  [
    'time',
    (w) => {
      w.pass(10_000);
      if (w.machine().state === 'offline') w.answer('yes');
    },
  ],
  ['leaving', (w) => w.tell({ kind: 'flush' })],
  ['Try now', (w) => w.tell({ kind: 'retry' })],
  ['connection back', (w) => w.tell({ kind: 'online' })],
  ['signed in', (w) => w.tell({ kind: 'signedIn' })],
  ['saved', (w) => w.answer('yes')],
  ['no answer', (w) => w.answer('lost')],
  ['asked to wait', (w) => w.answer('busy')],
  ['answers refused', (w) => w.answer('invalid')],
  ['newer version', (w) => (other(w), w.answer('yes'))],
  ['another tab', (w) => w.otherTabSaves('lastname', 'Lee', true)],
  ['mine', (w) => w.act(conflictResolved('mine'))],
  ['theirs', (w) => w.act(conflictResolved('theirs'))],
  ['paid', (w) => w.act(orderPaid())],
  ['other claim', (w) => w.act(claimOpened({ session: aSession({ form_session_id: 'e'.repeat(24) }), resume: true }))],
];

function opened(): World {
  const world = aWorld();
  world.row.isMade = true;
  world.row.revision = 1;
  world.act(claimOpened({ session: aSession(), resume: true }));
  world.tell({ kind: 'opened', answers: {} });
  return world;
}

/** As docs/architecture.md draws it: a test of packages/tools compares the two. */
const DRAWN = `\
  idle --> typing: a key
  idle --> pending: another screen
  idle --> finished: paid
  typing --> pending: another screen, connection back, signed in
  typing --> sending: time, leaving, Try now, paid
  typing --> conflicted: another tab
  typing --> idle: other claim
  pending --> sending: time, Try now, paid
  pending --> conflicted: another tab
  pending --> idle: other claim
  sending --> idle: saved
  sending --> offline: no answer
  sending --> pending: asked to wait
  sending --> refused: answers refused
  sending --> conflicted: newer version
  conflicted --> pending: mine
  conflicted --> idle: theirs, other claim
  refused --> typing: a key
  refused --> pending: another screen, connection back, signed in
  refused --> sending: leaving, Try now, paid
  refused --> conflicted: another tab
  refused --> idle: other claim
  offline --> sending: time, Try now, paid
  offline --> pending: connection back
  offline --> conflicted: another tab
  offline --> idle: other claim
  finished --> idle: other claim`;

it('goes from state to state as it is drawn', () => {
  const arrows = new Map<string, string[]>();
  for (const from of Object.keys(ways) as DraftMachine['state'][]) {
    for (const [cause, run] of causes) {
      const world = opened();
      ways[from](world);
      expect(world.machine().state).toBe(from);
      run(world);
      const to = world.machine().state;
      if (to !== from) arrows.set(`${from} --> ${to}`, [...(arrows.get(`${from} --> ${to}`) ?? []), cause]);
    }
  }
  expect([...arrows].map(([arrow, causedBy]) => `  ${arrow}: ${causedBy.join(', ')}`).join('\n')).toBe(DRAWN);
});
