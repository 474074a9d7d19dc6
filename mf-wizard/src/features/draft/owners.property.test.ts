/**
 * Drafts and owners: one tab of one browser that several people use. Whatever the order of typing, sign-in, sign-out,
 * expiry, another person, another tab, reload and lost connection: answers of one account are never saved under
 * another account, and no kept answer is lost.
 */
import { loadSession, signOut, startApi } from '@redress/api-client';
import { installFakeServer, type FakeCalls, type FakeRefusal } from '@redress/api-client/fakes';
import {
  forgetPersonalStorage,
  getStore,
  personLeft,
  resetStore,
  selectOwner,
  selectWizard,
} from '@redress/session-store';
import { aUser } from '@redress/testing';
import fc from 'fast-check';
import { aSession, holdForm, SAVED_AT, startLife } from '../../testing/autosave-bench.ts';
import { createUncommitted } from '../../shared/uncommitted.ts';
import type { Autosave } from './autosave-parts.ts';
import { createUnsavedAnswersStore } from './unsaved-answers.ts';

const PEOPLE = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const FIELDS = ['firstname', 'lastname', 'city', 'claimDescription'] as const;
type Field = (typeof FIELDS)[number];
type Words = Partial<Record<Field, string>>;
const NO: Record<'NOT_FOUND' | 'NOT_SIGNED_IN', FakeRefusal> = {
  NOT_FOUND: { refuse: 'NOT_FOUND' },
  NOT_SIGNED_IN: { refuse: 'NOT_SIGNED_IN' },
};

const A_ROW = {
  package_title: '',
  current_step: '1',
  progress: 10,
  status_label: '',
  is_completed: false,
  created_at: SAVED_AT,
  updated_at: SAVED_AT,
};

interface Draft {
  id: string;
  /** `null`: of this browser's visitor. */
  owner: string | null;
  words: Words;
  revision: number;
}

/** The server's rules of ownership, as its own tests check them. */
function aServer() {
  let cookie: string | null = null;
  let isOnline = true;
  let current: string | null = null;
  const drafts: Draft[] = [];
  const mine = (id: unknown) => drafts.find((draft) => draft.id === id && draft.owner === cookie);
  const asked =
    <Answer>(work: (request: Record<string, unknown>) => Answer) =>
    (request: Record<string, unknown>, page: { account: string | null }) => {
      if (!isOnline) return 'offline' as const;
      return page.account !== null && page.account !== cookie ? NO.NOT_SIGNED_IN : work(request);
    };
  const anyPage =
    <Answer>(work: () => Answer) =>
    () =>
      isOnline ? work() : ('offline' as const);
  const calls = {
    checkAuth: anyPage(() => ({ isAuthenticated: cookie !== null })),
    viewUserData: anyPage(() => (cookie === null ? NO.NOT_SIGNED_IN : { user_data: aUser({ user_id: cookie }) })),
    logout: anyPage(() => {
      cookie = null;
      current = null;
      return {};
    }),
    clearSessionForm: asked(() => {
      current = null;
      return {};
    }),
    createFormSession: asked(() => {
      const id = drafts.length.toString(16).padStart(24, '0');
      drafts.push({ id, owner: cookie, words: {}, revision: 0 });
      current = id;
      return { form_session_id: id, revision: 0 };
    }),
    saveFormData: asked((request) => {
      const draft = mine(request['form_session_id']);
      if (!draft) return NO.NOT_FOUND;
      for (const field of FIELDS) if (typeof request[field] === 'string') draft.words[field] = request[field];
      draft.revision += 1;
      return {
        form_session_id: draft.id,
        revision: draft.revision,
        saved_at: SAVED_AT,
        current_step: '1',
        progress: 10,
      };
    }),
    getActiveSessions: asked(() => {
      const rows = drafts.filter(({ owner }) => owner !== null && owner === cookie).reverse();
      const sessions = rows.map(({ id, words }) => ({
        ...A_ROW,
        session_id: id,
        form_session_id: id,
        form_data: { ...words },
      }));
      return { sessions, total: sessions.length, message: '' };
    }),
    getFormSession: asked((request) => {
      const draft = mine(request['form_session_id'] ?? current);
      if (!draft) return request['form_session_id'] === undefined ? { session: null } : NO.NOT_FOUND;
      const { id, words, revision } = draft;
      return { session: aSession({ form_session_id: id, form_data: { ...words }, revision }) };
    }),
  } as FakeCalls;
  return {
    calls,
    drafts,
    isOnline: () => isOnline,
    setOnline: (value: boolean) => (isOnline = value),
    cookie: () => cookie,
    expire: () => (cookie = null),
    signIn(account: string) {
      cookie = account;
      for (const draft of drafts) draft.owner ??= account;
    },
  };
}

/** The tab, and who typed what in it. */
function aBrowser() {
  const world = aServer();
  const server = installFakeServer(world.calls);
  const unsaved = createUnsavedAnswersStore();
  let autosave: Autosave;
  let form: ReturnType<typeof holdForm>;
  let canType = false;
  let count = 0;
  /** A visitor's words belong to the account that signs in first where they stand. */
  const accountOfVisitor = new Map<string, string>();
  let visitor = 'visitor-0';
  /** Words that were typed and not typed over on the same page, by who typed them. */
  const typed = new Map<string, string>();
  let page = 0;

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const state = () => getStore().getState();
  const authorOf = (word: string) => word.split('#')[0] ?? '';
  const accountOf = (author: string) => accountOfVisitor.get(author) ?? author;

  async function settleOwner(): Promise<void> {
    const owner = selectOwner(state());
    if (owner !== null) {
      for (const word of Object.values(selectWizard(state()).formData as Words)) {
        const author = authorOf(word);
        if (author.startsWith('visitor') && !accountOfVisitor.has(author)) accountOfVisitor.set(author, owner);
      }
      for (const { owner: of, words } of world.drafts) {
        for (const word of Object.values(words)) {
          const author = authorOf(word);
          if (of && author.startsWith('visitor') && !accountOfVisitor.has(author)) accountOfVisitor.set(author, of);
        }
      }
    }
    // What the shell does.
    if (state().session.status === 'leaving') await load();
  }

  async function load(): Promise<void> {
    // The screen goes, and what it held is handed over.
    form?.commit();
    autosave?.stop();
    page += 1;
    visitor = `visitor-${page}`;
    resetStore();
    startApi();
    const uncommitted = createUncommitted();
    form = holdForm(getStore(), uncommitted);
    const life = startLife({ unsaved, uncommitted, newId: () => `save-${(count += 1)}`, isOnline: world.isOnline });
    ({ autosave } = life);
    const session = loadSession();
    await pass(3_000);
    await session;
    if (state().session.status === 'leaving') return load();
    const opening = life.open();
    await pass(3_000);
    const outcome = await opening;
    if (outcome.kind === 'offer') {
      const accepted = outcome.accept();
      await pass(3_000);
      await accepted;
    }
    canType = outcome.kind !== 'failed';
    await settleOwner();
  }

  const browser = {
    world,
    pass: async (ms: number) => {
      await pass(ms);
      await settleOwner();
    },
    load,
    type(field: Field) {
      if (!canType) return;
      const by = selectOwner(state()) ?? visitor;
      const word = `${by}#${(count += 1)}`;
      typed.delete(form.read()[field] ?? selectWizard(state()).formData[field] ?? '');
      form.change({ [field]: word }, true);
      typed.set(word, by);
    },
    async connect(isOnline: boolean) {
      world.setOnline(isOnline);
      if (isOnline) dispatchEvent(new Event('online'));
      await browser.pass(20);
    },
    async signInHere(person: string) {
      if (!world.isOnline()) return;
      world.signIn(person);
      await loadSession();
      await settleOwner();
    },
    async signOutHere() {
      const owner = selectOwner(state());
      if (!world.isOnline() || state().session.status !== 'authenticated') return;
      await signOut();
      browser.forgetUnacknowledged(owner);
      await load();
    },
    /** `isNotified`: the tab is notified at once, as by a BroadcastChannel; an owned page is safe without. */
    async signInElsewhere(person: string, isNotified: boolean) {
      if (!world.isOnline()) return;
      world.signIn(person);
      if (!isNotified && selectOwner(state()) !== null) return;
      const session = loadSession();
      await pass(3_000);
      await session;
      await settleOwner();
    },
    async signOutElsewhere(isNotified: boolean) {
      const person = world.cookie();
      if (!world.isOnline() || person === null) return;
      world.expire();
      forgetPersonalStorageOfOtherTab(person);
      browser.forgetUnacknowledged(person);
      if (!isNotified || selectOwner(state()) !== person) return;
      forgetPersonalStorage(person);
      getStore().dispatch(personLeft());
      await settleOwner();
    },
    /** Signing out on purpose throws away what was not saved yet. */
    forgetUnacknowledged(person: string | null) {
      const acknowledged = world.drafts.flatMap(({ words }) => Object.values(words));
      for (const [word, by] of typed) {
        if ((by === person || by.startsWith('visitor')) && !acknowledged.includes(word)) typed.delete(word);
      }
    },
    checkNames() {
      for (const { owner, words } of world.drafts) {
        for (const word of Object.values(words)) {
          if (owner === null) expect(authorOf(word)).toMatch(/^visitor/);
          else expect(accountOf(authorOf(word))).toBe(owner);
        }
      }
      const owner = selectOwner(state());
      for (const word of Object.values(selectWizard(state()).formData as Words)) {
        expect(accountOf(authorOf(word))).toEqual(owner ?? expect.stringMatching(/^visitor/));
      }
    },
    /** Everybody comes back, one after another: what they typed is theirs on the server, or waits in this browser. */
    checkNothingLost() {
      for (const [word, by] of typed) {
        const account = accountOf(by);
        const onServer = world.drafts.some(
          ({ owner, words }) => (owner ?? by) === account && Object.values(words).includes(word),
        );
        const here = Object.values({ ...localStorage }).some((entry: string) => entry.includes(word));
        expect({ word, isKept: onServer || here }).toEqual({ word, isKept: true });
      }
    },
    end() {
      autosave.stop();
      server.restore();
    },
  };
  return browser;
}

/** The other tab clears the storage both share, and its own session storage, not this tab's. */
function forgetPersonalStorageOfOtherTab(person: string): void {
  const own = { ...sessionStorage };
  forgetPersonalStorage(person);
  for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, String(value));
}

type Browser = ReturnType<typeof aBrowser>;
const person = fc.constantFrom(...PEOPLE);
const step = (name: string, run: (browser: Browser) => Promise<void> | void) => ({ run, toString: () => name });
const steps = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FIELDS).map((field) => step(`type ${field}`, (b) => b.type(field))) },
  { weight: 4, arbitrary: fc.constantFrom(20, 1_500, 40_000).map((ms) => step(`pass ${ms}`, (b) => b.pass(ms))) },
  { weight: 3, arbitrary: person.map((who) => step(`sign in ${who[0]}`, (b) => b.signInHere(who))) },
  { weight: 2, arbitrary: fc.constant(step('expire', (b) => void b.world.expire())) },
  { weight: 2, arbitrary: fc.constant(step('reload', (b) => b.load())) },
  { weight: 1, arbitrary: fc.constant(step('sign out', (b) => b.signOutHere())) },
  { weight: 1, arbitrary: fc.boolean().map((on) => step(`online ${on}`, (b) => b.connect(on))) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(person, fc.boolean())
      .map(([who, isNotified]) =>
        step(`elsewhere in ${who[0]} ${isNotified}`, (b) => b.signInElsewhere(who, isNotified)),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .boolean()
      .map((isNotified) => step(`elsewhere out ${isNotified}`, (b) => b.signOutElsewhere(isNotified))),
  },
);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('saves no text under another account and loses no kept text, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async (run) => {
      localStorage.clear();
      sessionStorage.clear();
      const browser = aBrowser();
      try {
        await browser.load();
        for (const { run: act } of run) {
          await act(browser);
          browser.checkNames();
        }
        await browser.connect(true);
        await browser.pass(40_000);
        browser.checkNames();
        browser.checkNothingLost();
      } finally {
        browser.end();
      }
    }),
    { numRuns: 60 },
  );
}, 90_000);
