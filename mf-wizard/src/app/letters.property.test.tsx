/**
 * Letters: one visitor types into a screen while builds take each other's place, the page is hidden, left, killed and
 * loaded anew, and the line comes and goes. At every moment each letter is on the server or in this browser.
 */
import type { FakeCalls } from '@redress/api-client/fakes';
import { wizardLayouts } from '@redress/domain';
import { CheckboxField, TextArea, TextField } from '@redress/forms';
import { getStore, selectWizard } from '@redress/session-store';
import { renderApp, type Rendered } from '@redress/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { useInsertionEffect, useState } from 'react';
import type { Autosave } from '../features/draft/autosave-parts.ts';
import { createUnsavedAnswersStore } from '../features/draft/unsaved-answers.ts';
import { aSession, DRAFT, SAVED_AT, startLife } from '../testing/autosave-bench.ts';
import { DraftProvider } from '../shared/draft-context.ts';
import { StepForm } from '../shared/step-form.tsx';
import { createUncommitted, type Uncommitted } from '../shared/uncommitted.ts';
import { WizardNavigationProvider, type WizardNavigation } from '../shared/use-wizard-navigation.ts';

const FIELDS = ['firstname', 'claimDescription'] as const;
type Field = (typeof FIELDS)[number];

const navigation: WizardNavigation = {
  layout: wizardLayouts.A,
  position: { step: 2, subStep: 1 },
  screen: 'claimant',
  furthest: { step: 2, subStep: 1 },
  isLeaving: false,
  goNext: () => undefined,
  goBack: () => undefined,
  goTo: () => undefined,
  jumpToStep: () => undefined,
  canGoTo: () => true,
};

const ANSWER_AFTER_MS = 100;

/** A server with one draft, which keeps what it acknowledged. */
function aServer() {
  let revision = 0;
  let isMade = false;
  let isOnline = true;
  const kept: Record<string, unknown> = {};
  const bySaveId = new Map<unknown, number>();
  const online =
    <Answer,>(work: (request: Record<string, unknown>) => Answer) =>
    (request: Record<string, unknown>) =>
      isOnline ? work(request) : ('offline' as const);
  const calls = {
    createFormSession: online(async () => {
      isMade = true;
      await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
      return { form_session_id: DRAFT, revision };
    }),
    saveFormData: online(async (request) => {
      if (!bySaveId.has(request['save_id'])) {
        for (const field of [...FIELDS, 'hasOneName']) if (field in request) kept[field] = request[field];
        bySaveId.set(request['save_id'], (revision += 1));
      }
      const saved = bySaveId.get(request['save_id']) ?? 0;
      // What is typed while the answer is on its way is not in it.
      await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
      return { form_session_id: DRAFT, revision: saved, saved_at: SAVED_AT, current_step: '2sub1', progress: 10 };
    }),
    getFormSession: online(() => ({ session: isMade ? aSession({ form_data: { ...kept }, revision }) : null })),
  } as FakeCalls;
  return { calls, kept, isOnline: () => isOnline, connect: (value: boolean) => (isOnline = value) };
}

/** The page's place for a remote: a screen, or nothing between two builds. */
let show: (uncommitted: Uncommitted | null) => void = () => undefined;
function Place() {
  const [uncommitted, setUncommitted] = useState<Uncommitted | null>(null);
  useInsertionEffect(() => {
    show = setUncommitted;
  }, []);
  if (!uncommitted) return null;
  return (
    <DraftProvider value={{ flush: () => Promise.resolve(), startNew: () => Promise.resolve(), uncommitted }}>
      <WizardNavigationProvider value={navigation}>
        <StepForm title="Letters" fields={[...FIELDS, 'hasOneName']}>
          <TextField name="firstname" label="firstname" />
          <TextArea name="claimDescription" label="claimDescription" maxLength={100} />
          <CheckboxField name="hasOneName" label="hasOneName" />
        </StepForm>
      </WizardNavigationProvider>
    </DraftProvider>
  );
}

function aTab() {
  const server = aServer();
  const unsaved = createUnsavedAnswersStore();
  const expected: Partial<Record<Field, string>> & { hasOneName?: boolean } = {};
  let count = 0;
  let autosave: Autosave;
  let uncommitted: Uncommitted;
  let page: Rendered | undefined;

  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const control = (field: Field) => screen.getByLabelText<HTMLInputElement>(field);
  const storedEntry = () => unsaved.newest(null)?.answers ?? {};

  /** A build's life begins: it starts its autosave, opens the claim and draws the screen. */
  async function mount(): Promise<void> {
    uncommitted = createUncommitted();
    const life = startLife({ unsaved, uncommitted, newId: () => `save-${(count += 1)}`, isOnline: server.isOnline });
    ({ autosave } = life);
    const opening = life.open();
    await pass(3_000);
    const outcome = await opening;
    if (outcome.kind === 'offer') await outcome.accept();
    act(() => show(uncommitted));
  }

  function unmount(): void {
    act(() => show(null));
    autosave.stop();
  }

  async function load(): Promise<void> {
    page?.unmount();
    page = renderApp(<Place />, { calls: server.calls });
    await mount();
  }

  return {
    pass,
    load,
    type(field: Field) {
      const value = `${control(field).value}${String.fromCharCode(97 + ((count += 1) % 26))}`;
      fireEvent.change(control(field), { target: { value } });
      expected[field] = value;
    },
    choose() {
      const box = screen.getByLabelText<HTMLInputElement>('hasOneName');
      fireEvent.click(box);
      expected.hasOneName = box.checked;
    },
    blur: (field: Field) => void fireEvent.blur(control(field)),
    hide: () =>
      act(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      }),
    leave: () => act(() => void dispatchEvent(new Event('pagehide'))),
    /** Another build of the remote takes the place of this one: same page, same store. */
    async rollBack(withSafePoint: boolean) {
      if (withSafePoint) {
        act(() => {
          uncommitted.commit();
          void autosave.flush();
        });
      }
      unmount();
      // The next build draws its screen from what the store has.
      expect(selectWizard(getStore().getState()).formData).toMatchObject(expected);
      await mount();
    },
    /** Nothing of the page gets to run any more. */
    async kill() {
      const wasOnline = server.isOnline();
      const left = { ...localStorage } as Record<string, string>;
      const leftOfTab = { ...sessionStorage } as Record<string, string>;
      server.connect(false);
      unmount();
      await pass(0);
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, value] of Object.entries(left)) localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(leftOfTab)) sessionStorage.setItem(key, value);
      // Loaded again where there is a line: a page without one waits on its error.
      server.connect(true);
      await load();
      server.connect(wasOnline);
    },
    connect(isOnline: boolean) {
      server.connect(isOnline);
      if (isOnline) act(() => void dispatchEvent(new Event('online')));
    },
    /** Were the tab killed now, nothing would be lost; and the screen shows what was typed. */
    check() {
      const safe: Record<string, unknown> = { ...server.kept, ...storedEntry() };
      for (const [field, value] of Object.entries(expected))
        expect({ field, safe: safe[field] }).toEqual({ field, safe: value });
      for (const field of FIELDS) expect(control(field).value).toBe(expected[field] ?? '');
    },
    checkSaved() {
      expect(server.kept).toMatchObject(expected);
      expect(selectWizard(getStore().getState())).toMatchObject({ formChanged: false, formData: expected });
      expect(storedEntry()).toEqual({});
    },
    end() {
      unmount();
      page?.unmount();
    },
  };
}

type Tab = ReturnType<typeof aTab>;
const step = (name: string, run: (tab: Tab) => Promise<void> | void) => ({ run, toString: () => name });
const field = fc.constantFrom(...FIELDS);
const steps = fc.oneof(
  { weight: 10, arbitrary: field.map((name) => step(`type ${name}`, (tab) => tab.type(name))) },
  { weight: 2, arbitrary: fc.constant(step('choose', (tab) => tab.choose())) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(5, 110, 300, 1_500, 10_000).map((ms) => step(`pass ${ms}`, (tab) => tab.pass(ms))),
  },
  { weight: 2, arbitrary: field.map((name) => step(`blur ${name}`, (tab) => tab.blur(name))) },
  { weight: 2, arbitrary: fc.boolean().map((safe) => step(`roll back ${safe}`, (tab) => tab.rollBack(safe))) },
  { weight: 1, arbitrary: fc.constant(step('hide', (tab) => tab.hide())) },
  { weight: 1, arbitrary: fc.constant(step('leave', (tab) => tab.leave())) },
  { weight: 2, arbitrary: fc.constant(step('kill', (tab) => tab.kill())) },
  { weight: 2, arbitrary: fc.boolean().map((on) => step(`online ${on}`, (tab) => tab.connect(on))) },
);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('not one letter is lost, whatever happens between two keys', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (run) => {
      localStorage.clear();
      sessionStorage.clear();
      const tab = aTab();
      try {
        await tab.load();
        for (const { run: happen } of run) {
          await happen(tab);
          tab.check();
        }
        tab.connect(true);
        await tab.pass(40_000);
        tab.check();
        tab.checkSaved();
      } finally {
        tab.end();
      }
    }),
    { numRuns: 100 },
  );
}, 120_000);
