import { api, fromEndpoint } from '@redress/api-client';
import {
  generateDemandLetter,
  getAlerts,
  type AnswerOf,
  type Demand,
  type letterParts,
  type LetterPlace,
} from '@redress/contracts';
import { fakeAnswer } from '@redress/contracts/fakes';
import { getStore } from '@redress/session-store';
import { aUser, axeViolations, renderApp, type RenderOptions } from '@redress/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ResultPage } from './result-page.tsx';
// The page fetches these when they are needed. Here they are loaded before the first test.
import './letter-diff.tsx';
import './printed-view.tsx';

const SESSION = 'a'.repeat(24);
const EDIT_MODE = { edit_mode: 'true', original_session_id: SESSION, edit_session_id: 'b'.repeat(24) };
const aDemand = (over: Partial<Demand> = {}): Demand => ({
  ...fakeAnswer(generateDemandLetter),
  form_session_id: SESSION,
  demand_id: 'd'.repeat(24),
  demand_letter: 'Dear Park LLC,\n\nYou owe me $1,250.00.',
  package_id: 'demand-letter',
  package_title: 'Demand Letter',
  demand_approved: false,
  state: 'draft',
  version: 3,
  window_ends_at: null,
  posted_at: null,
  warnings: [],
  ...over,
});
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const anApproved = (over: Partial<Demand> = {}) =>
  aDemand({ demand_approved: true, state: 'approved', window_ends_at: inAnHour(), ...over });
const draw = (demand: Demand, calls: RenderOptions['calls'] = {}) =>
  renderApp(<ResultPage />, {
    user: aUser(),
    calls: {
      checkAccess: { hasAccess: true, form_session_id: SESSION },
      checkExistingDemand: { ...demand, has_existing_demand: true },
      saveDemandLetter: { demand_id: demand.demand_id ?? '', message: '', demand },
      checkLetterText: { warnings: [] },
      ...calls,
    },
  });
const editor = () => screen.findByRole('textbox', { name: 'Text of the letter' });
const type = async (text: string) => fireEvent.change(await editor(), { target: { value: text } });
const saves = (page: ReturnType<typeof draw>) => page.server.requests.filter(({ call }) => call === 'saveDemandLetter');

it('leads to the first page without access', async () => {
  const { visited } = draw(aDemand(), { checkAccess: { hasAccess: false, form_session_id: null } });
  await waitFor(() => expect(visited).toEqual(['/']));
});

it('sends nobody away whom a busy server could not answer: says so, and goes on by itself', async () => {
  const checkAccess = { refuse: 'OVERLOADED', message: 'Busy', retryAfterSeconds: 1 } as const;
  const { visited, server } = draw(aDemand(), { checkAccess });
  expect(await screen.findByText('Busy')).toBeInTheDocument();
  server.use({ checkAccess: { hasAccess: true, form_session_id: SESSION } });
  await waitFor(async () => expect(await editor()).toBeInTheDocument(), { timeout: 8_000 });
  expect(visited).toEqual([]);
});

it('shows the letter there is, and makes one only when there is none', async () => {
  const page = draw(aDemand());
  expect(await editor()).toHaveValue('Dear Park LLC,\n\nYou owe me $1,250.00.');
  expect(page.server.requests.some(({ call }) => call === 'readGeneratedLetter')).toBe(false);
  expect(sessionStorage.getItem('form_session_id')).toBe(SESSION);
  expect(await axeViolations(page.container)).toEqual([]);
});

it.each([
  [
    'whole',
    { to: 'Park & Daughters LLC', amount: 1250.5, pay_by: '2026-12-15' },
    'To Park & Daughters LLC, $1,250.50 by December 15, 2026',
  ],
  ['without a sum and a day of its own', { to: 'Park LLC', amount: null, pay_by: null }, 'To Park LLC'],
])('says whom the letter asks, for what and by when: %s', async (_which, asks, sentence) => {
  draw(aDemand({ asks }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('offers another try when the letter could not be made', async () => {
  const readGeneratedLetter = { refuse: 'LETTER_MISSING', message: 'Not yet' } as const;
  const page = draw(aDemand(), { checkExistingDemand: { has_existing_demand: false }, readGeneratedLetter });
  expect(await screen.findByText('Not yet')).toBeInTheDocument();
  page.server.use({ readGeneratedLetter: { ...aDemand(), message: '' } });
  await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await editor()).toBeInTheDocument();
});

it('saves what was typed on the version it was typed on', async () => {
  const demand = aDemand({ version: 4, demand_letter: 'New text $5' });
  const page = draw(aDemand(), { saveDemandLetter: { message: '', demand } });
  await type('New text $5');
  expect(screen.getByText('You have changes that are not saved.')).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'SAVE' }));
  expect(await screen.findByText('✓ Demand letter saved.')).toBeInTheDocument();
  expect(saves(page)[0]?.request).toMatchObject({ action: 'save', demand_letter: 'New text $5', base_version: 3 });
});

it('keeps typed text over a reload, and says that it is not saved', async () => {
  const first = draw(aDemand());
  await type('Typed before the reload');
  first.unmount();
  const kept = { ...sessionStorage };
  draw(aDemand());
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
  expect(await screen.findByDisplayValue('Typed before the reload')).toBeInTheDocument();
  expect(screen.getByText('You have changes that are not saved.')).toBeInTheDocument();
});

it.each(['SAVE', 'APPROVE & SEND'])('keeps words typed during %s, and says that they are not saved', async (name) => {
  const other = aDemand({ version: 4, demand_letter: 'One' });
  const answer = name === 'SAVE' ? { message: '', demand: other } : { refuse: 'LETTER_REDATED' as const, other };
  draw(aDemand(), { saveDemandLetter: answer });
  await type('One');
  const text = await editor();
  fireEvent.click(screen.getByRole('button', { name }));
  fireEvent.change(text, { target: { value: 'One and' } });
  await screen.findByText(/^(?:✓ Demand letter saved\.|Your letter has a new date)$/);
  expect(text).toHaveValue('One and');
  await type('One and more');
  expect(screen.getByText('You have changes that are not saved.')).toBeInTheDocument();
});

it('shows what was mailed, never what was only typed', async () => {
  const kept = JSON.stringify({ v: 1, baseVersion: 3, text: 'Typed too late' });
  sessionStorage.setItem(`redress.personal.letter-text.${SESSION}`, kept);
  draw(aDemand({ state: 'posted', posted_at: '2026-03-03T10:00:00.000Z' }));
  expect(await screen.findByText(/You owe me \$1,250.00/)).toBeInTheDocument();
  expect(screen.queryByText('Typed too late')).toBeNull();
});

it('says what became of the letter when its window ends under an open page, and that typed text is not in it', async () => {
  const endsAt = new Date(Date.now() - 2_000).toISOString();
  let hasLoaded = false;
  draw(aDemand(), {
    checkExistingDemand: () => {
      const demand = hasLoaded ? aDemand({ state: 'posting' }) : anApproved({ window_ends_at: endsAt });
      hasLoaded = true;
      return { ...demand, has_existing_demand: true };
    },
  });
  await type('Typed too late');
  expect(await screen.findByText(/We mailed it as you last saved it/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('asks to sign in where the session ended, and keeps the text', async () => {
  draw(aDemand(), { saveDemandLetter: { refuse: 'NOT_SIGNED_IN' } });
  await type('Mine');
  fireEvent.click(screen.getByRole('button', { name: 'SAVE' }));
  expect(await screen.findByText('You are signed out')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Log in' })).toBeInTheDocument();
  expect(await editor()).toHaveValue('Mine');
});

it('has the alerts of the frame asked for again after a save that changed the letter, and after no other', async () => {
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({ frameAlerts: build.query({ ...fromEndpoint(getAlerts), providesTags: ['Alerts'] }) }),
  });
  const page = draw(aDemand(), { saveDemandLetter: { refuse: 'LETTER_MISSING', message: 'Gone' } });
  const asked = () => page.server.requests.filter(({ call }) => call === 'getAlerts').length;
  const watching = getStore().dispatch(endpoints.frameAlerts.initiate(undefined));
  await watching;
  await type('Mine');
  await page.user.click(screen.getByRole('button', { name: 'SAVE' }));
  expect(await screen.findByText(/Gone/)).toBeInTheDocument();
  expect(asked()).toBe(1);
  page.server.use({ saveDemandLetter: { message: '', demand: aDemand({ version: 4, demand_letter: 'Mine' }) } });
  await page.user.click(screen.getByRole('button', { name: 'SAVE' }));
  await waitFor(() => expect(asked()).toBe(2));
  watching.unsubscribe();
});

it('keeps the text when the server cannot be reached, and saves it by itself when it is back', async () => {
  let calls = 0;
  // The first call only is refused: on a slow machine the automatic retry may run before this test does.
  const page = draw(aDemand(), {
    saveDemandLetter: () =>
      calls++ === 0 ? 'offline' : { message: '', demand: aDemand({ version: 10, demand_letter: 'Mine' }) },
  });
  await type('Mine');
  await page.user.click(screen.getByRole('button', { name: 'SAVE' }));
  await screen.findByText(/^✗ Unable to connect to the server\. Check/);
  expect(await editor()).toHaveValue('Mine');
  expect(await screen.findByText('✓ Demand letter saved.')).toBeInTheDocument();
  expect(saves(page).map(({ request }) => request['action'])).toEqual(['save', 'save']);
});

it('lets the person choose when another tab saved first', async () => {
  const other = aDemand({ version: 9, demand_letter: 'Theirs' });
  let calls = 0;
  const page = draw(aDemand(), {
    saveDemandLetter: () =>
      calls++ === 0
        ? { refuse: 'LETTER_CHANGED_ELSEWHERE' as const, other }
        : { message: '', demand: aDemand({ version: 10, demand_letter: 'Mine' }) },
  });
  await type('Mine');
  await page.user.click(screen.getByRole('button', { name: 'SAVE' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'The letter was changed somewhere else' }));
  await page.user.click(dialog.getByRole('button', { name: 'Keep the text on this screen' }));
  await screen.findByText('✓ Demand letter saved.');
  expect(saves(page).at(-1)?.request).toMatchObject({ base_version: 9, demand_letter: 'Mine' });
});

it.each([[['APPROVE & SEND']], [['SAVE', 'APPROVE & SEND']]])(
  'shows what changed in a letter of a new day before it is approved: %p',
  async (pressed) => {
    const other = aDemand({ version: 4, demand_letter: 'December 1, 2026\n\nYou owe me $1,250.00.' });
    let calls = 0;
    const page = draw(aDemand({ demand_letter: 'November 20, 2026\n\nYou owe me $1,250.00.' }), {
      saveDemandLetter: () =>
        calls++ === 0
          ? { refuse: 'LETTER_REDATED' as const, other }
          : { message: '', demand: anApproved({ version: 4, demand_letter: other.demand_letter }) },
    });
    await editor();
    for (const name of pressed) fireEvent.click(screen.getByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your letter has a new date' }));
    expect(await dialog.findByText('+ December 1, 2026')).toBeInTheDocument();
    expect(dialog.queryByText(/You owe me/)).toBeNull();
    expect(saves(page)).toHaveLength(1);
    await page.user.click(dialog.getByRole('button', { name: 'APPROVE & SEND' }));
    expect(await screen.findByText('Your demand letter is finalized and ready for delivery')).toBeInTheDocument();
    expect(saves(page).at(-1)?.request).toMatchObject({ base_version: 4, demand_letter: other.demand_letter });
  },
);

it('names the earliest date to pay by when the letter leaves too little time', async () => {
  const other = { earliest: 'December 7, 2026' };
  const page = draw(aDemand(), { saveDemandLetter: { refuse: 'LETTER_PAY_BY_TOO_SOON', message: 'Too soon.', other } });
  await page.user.click(await screen.findByRole('button', { name: 'APPROVE & SEND' }));
  expect(await screen.findByText('✗ Too soon. The earliest date is December 7, 2026.')).toBeInTheDocument();
});

it('approves, says so, and leads to the dashboard after five seconds unless told to stay', async () => {
  const page = draw(aDemand(), { saveDemandLetter: { message: '', demand: anApproved() } });
  await page.user.dblClick(await screen.findByRole('button', { name: 'APPROVE & SEND' }));
  // The seconds go down from the moment they are drawn.
  await screen.findByText('Your dashboard opens in 5 seconds.', { ignore: '[role] *' });
  expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('approved. Your dashboard opens in 5 seconds.');
  expect(screen.getByText('Your demand letter is finalized and ready for delivery')).toBeInTheDocument();
  expect(saves(page)).toHaveLength(1);
  await page.user.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(screen.queryByText(/Your dashboard opens/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Send Demand Letter' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'SAVE' }).closest('[tabindex]')).toHaveFocus();
});

it('sends at once only after asking', async () => {
  const page = draw(anApproved(), {
    saveDemandLetter: { message: '', demand: aDemand({ state: 'posting', demand_approved: true }) },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Send Demand Letter' }));
  expect(saves(page)).toHaveLength(0);
  const dialog = within(screen.getByRole('dialog', { name: 'Send the letter now?' }));
  await page.user.dblClick(dialog.getByRole('button', { name: 'Send Demand Letter' }));
  await screen.findByText('✓ Your letter is on its way to the printer.');
  // Above the letter, whose height changes now: on a phone what is below it left the screen.
  expect(screen.getByText('Being mailed').closest('[tabindex]')).toHaveFocus();
  expect(saves(page).map(({ request }) => request['action'])).toEqual(['send_now']);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says in one place that it is approved, until when it can be stopped, and Stop', async () => {
  draw(anApproved());
  const rail = within(await screen.findByRole('region', { name: 'Where the letter stands' }));
  expect(rail.getByText('Your demand letter is finalized and ready for delivery')).toBeInTheDocument();
  expect(rail.getByText('Until it goes out you can change it, or stop it.')).toBeInTheDocument();
  // The day and the hour stand in one place: where the time runs down.
  expect(rail.getAllByText(/ (AM|PM) /)).toHaveLength(1);
  expect(rail.getByRole('button', { name: 'Stop' })).toBeInTheDocument();
});

describe('the time until it goes out', () => {
  const NOON = new Date('2026-11-22T12:00:00').getTime();
  const words = async () => (await screen.findByText(/^Goes out/)).textContent;
  const at = (ms: number) => new Date(ms).toISOString();
  const MINUTE = 60_000;
  /** The reader's zone is that of the machine. */
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
    .formatToParts(NOON)
    .find(({ type }) => type === 'timeZoneName')?.value;
  beforeEach(() =>
    jest.useFakeTimers({ advanceTimers: true, now: NOON, doNotFake: ['queueMicrotask', 'performance'] }),
  );
  afterEach(() => jest.useRealTimers());

  it.each([
    ['today', 54, `Goes out today 12:54 PM ${zone}, 54 min left`],
    ['in its last minute', 0.5, `Goes out today 12:00 PM ${zone}, less than 2 min left`],
    ['tomorrow', 13 * 60, `Goes out tomorrow 1:00 AM ${zone}, 13 h left`],
    ['on a later day', 5 * 24 * 60, `Goes out on November 27, 2026 12:00 PM ${zone}, 5 days left`],
  ])('is said with its zone: %s', async (_when, minutes, sentence) => {
    draw(anApproved({ approved_at: at(NOON - MINUTE), window_ends_at: at(NOON + minutes * MINUTE) }));
    expect(await words()).toBe(sentence);
  });

  it('runs down as a ring, and goes by a clock that was set or a computer that slept', async () => {
    const { container } = draw(
      anApproved({ approved_at: at(NOON - 30 * MINUTE), window_ends_at: at(NOON + 30 * MINUTE) }),
    );
    await words();
    // The clock of the test runs on while it waits.
    jest.setSystemTime(NOON);
    fireEvent(document, new Event('visibilitychange'));
    const left = () => container.querySelector('circle[stroke-dasharray]')?.getAttribute('stroke-dasharray');
    expect(left()).toBe('50.0 100');
    jest.setSystemTime(NOON + 15 * MINUTE);
    fireEvent(document, new Event('visibilitychange'));
    expect(left()).toBe('25.0 100');
    expect(await words()).toContain('15 min left');
    jest.setSystemTime(NOON + 31 * MINUTE);
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText(/The time to change it is over/)).toBeInTheDocument();
    expect(left()).toBe('0.0 100');
  });

  it('draws a whole ring where the service does not say when the time began', async () => {
    const { container } = draw(anApproved({ approved_at: undefined, window_ends_at: at(NOON + MINUTE) }));
    await words();
    expect(container.querySelector('circle[stroke-dasharray="100.0 100"]')).not.toBeNull();
  });
});

describe('as it prints', () => {
  const from = { kind: 'fixed', ref: 'x' } as const;
  const PARTS: AnswerOf<typeof letterParts> = {
    parts: [
      { id: 'opening', kind: 'paragraph', text: 'Dear Park LLC,', joins: 'block', from },
      { id: 'sum', kind: 'table', text: 'Rent: $1,250.00\nTotal owed: $1,250.00', joins: 'block', from },
    ],
  };
  const TEXT = 'Dear Park LLC,\n\nRent: $1,250.00\nTotal owed: $1,250.00';
  const show = async ({ user }: ReturnType<typeof draw>, name: string) =>
    user.click(await screen.findByRole('button', { name }));

  it('shows what is typed at once, in the parts of the letter, and gives the text back', async () => {
    const page = draw(aDemand({ demand_letter: TEXT }), { letterParts: PARTS });
    await type(TEXT.replace('Dear Park LLC,', 'Dear Park LLC, pay.').replace('Rent:', 'Rent of May:'));
    expect(page.server.requests.some(({ call }) => call === 'letterParts')).toBe(false);
    await show(page, 'As it prints');
    expect(await screen.findByRole('rowheader', { name: 'Rent of May' })).toBeInTheDocument();
    expect(within(screen.getByRole('article')).getByText('Dear Park LLC, pay.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(await axeViolations(page.container)).toEqual([]);
    await show(page, 'Text');
    expect(await editor()).toHaveValue(TEXT.replace('LLC,', 'LLC, pay.').replace('Rent:', 'Rent of May:'));
    expect(screen.queryByRole('rowheader')).toBeNull();
  });

  it('comes first where the letter can no longer be changed', async () => {
    draw(aDemand({ demand_letter: TEXT, state: 'posted', posted_at: '2026-03-03T10:00:00.000Z' }), {
      letterParts: PARTS,
    });
    expect(await screen.findByRole('rowheader', { name: 'Total owed' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'As it prints' })).toHaveAttribute('aria-pressed', 'true');
  });

  it.each([
    ['cannot be had', { refuse: 'LETTER_MISSING' } as const],
    ['do not say how they join', { parts: PARTS.parts.map((part) => ({ ...part, joins: undefined })) }],
  ])('shows the words all the same where the parts %s', async (_why, answer) => {
    const page = draw(aDemand({ demand_letter: TEXT }), { letterParts: answer });
    await show(page, 'As it prints');
    expect(await screen.findByRole('rowheader', { name: 'Total owed' })).toBeInTheDocument();
  });
});

describe('another tab', () => {
  const seenAgain = () => fireEvent(document, new Event('visibilitychange'));

  it('that stopped the letter is followed when this one is seen again', async () => {
    const page = draw(anApproved());
    await screen.findByRole('button', { name: 'Stop' });
    page.server.use({ checkExistingDemand: { ...aDemand(), has_existing_demand: true } });
    seenAgain();
    expect(await screen.findByRole('button', { name: 'APPROVE & SEND' })).toBeInTheDocument();
  });

  it('never takes away what was typed here: saving it asks', async () => {
    const newer = aDemand({ version: 4, demand_letter: 'Theirs' });
    const page = draw(aDemand(), { saveDemandLetter: { refuse: 'LETTER_CHANGED_ELSEWHERE', other: newer } });
    await type('Mine');
    page.server.use({ checkExistingDemand: { ...newer, state: 'approved', has_existing_demand: true } });
    seenAgain();
    expect(await screen.findByText('Approved, not mailed yet')).toBeInTheDocument();
    expect(await editor()).toHaveValue('Mine');
    await page.user.click(screen.getByRole('button', { name: 'SAVE' }));
    expect(saves(page)[0]?.request).toMatchObject({ base_version: 3, demand_letter: 'Mine' });
    expect(await screen.findByRole('dialog', { name: 'The letter was changed somewhere else' })).toBeInTheDocument();
  });
});

it.each([
  ['a draft', aDemand(), 'Approved'],
  ['approved', anApproved(), 'Goes to the printer'],
  ['posted', aDemand({ state: 'posted', posted_at: '2026-03-03T10:00:00.000Z' }), 'Mailed'],
])('says what happens next to a letter that is %s', async (_state, demand, next) => {
  draw(demand);
  const stops = within(await screen.findByRole('list', { name: 'What happens to it' })).getAllByRole('listitem');
  const now = stops.filter((stop) => stop.getAttribute('aria-current') === 'step');
  expect(now).toHaveLength(1);
  expect(now[0]).toHaveTextContent(new RegExp(`^${next} \\(now\\)`));
});

it.each([false, true])('stops a letter once in a save, refused %s, and keeps what is typed', async (isRefused) => {
  const refused = { refuse: 'LETTER_UNSAFE' as const, other: { places: [] } };
  const done = { message: '', demand: aDemand() };
  const page = draw(anApproved(), { saveDemandLetter: () => (isRefused && saves(page).length < 2 ? refused : done) });
  const text = await editor();
  fireEvent.click(screen.getByRole('button', { name: 'SAVE' }));
  fireEvent.change(text, { target: { value: 'Typed, not saved' } });
  act(() => screen.getByRole('button', { name: 'Stop' }).focus());
  for (const name of ['Stop', 'Stop']) fireEvent.click(screen.getByRole('button', { name }));
  expect(await screen.findByText('✓ Stopped. Change it, or get your money back.')).toBeInTheDocument();
  expect(saves(page)).toMatchObject([{ request: { action: 'save' } }, { request: { action: 'stop' } }]);
  expect(text).toHaveValue('Typed, not saved');
  expect(screen.getByRole('button', { name: 'SAVE' }).closest('[tabindex]')).toHaveFocus();
  expect(screen.getByRole('button', { name: 'APPROVE & SEND' })).toBeInTheDocument();
});

it('warns of words that may work against the sender, and forbids nothing', async () => {
  const warning = { code: 'threat', text: 'This reads as a threat.', excerpt: 'the police' };
  const page = draw(aDemand(), { checkLetterText: { warnings: [warning] } });
  await type('Pay or I call the police');
  expect(await screen.findByText(/This reads as a threat/)).toBeInTheDocument();
  expect(page.getByRole('button', { name: 'APPROVE & SEND' })).not.toBeDisabled();
});

it('says how a long name is printed, apart from words that may work against the sender', async () => {
  const warning = { code: 'print.name', text: 'The envelope says: Anna Long.', excerpt: 'Anna Longlonglong' };
  draw(aDemand({ warnings: [warning] }));
  expect(await screen.findByText('How it is printed')).toBeInTheDocument();
  expect(screen.getByText(/The envelope says: Anna Long\./)).toBeInTheDocument();
  expect(screen.queryByText(/words that may work against you/)).toBeNull();
});

it.each([true, false])('mentions court papers with packages that have them, made: %s', async (papers_ready) => {
  draw(aDemand({ package_id: 'small-claims', package_title: 'Small Claims', papers_ready }));
  expect(await screen.findByRole('heading', { name: 'Court Paperwork' })).toBeInTheDocument();
  expect(screen.getByText(papers_ready ? /documents are ready/ : /ready in the next 24 hours/)).toBeInTheDocument();
  cleanup();
  draw(aDemand({ package_id: 'small-claims', package_title: 'Small Claims', papers_ready, refund: 'done' }));
  await screen.findByRole('region', { name: 'Where the letter stands' });
  expect(screen.queryByRole('heading', { name: 'Court Paperwork' }) !== null).toBe(papers_ready);
});

it('shows the updated letter in edit mode, to read, and leaves edit mode for the dashboard', async () => {
  Object.assign(sessionStorage, EDIT_MODE, { updated_demand_letter: 'Dear New LLC' });
  const page = draw(aDemand());
  expect(await screen.findByText('Dear New LLC')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'SAVE' })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Back to Dashboard' }));
  expect(page.visited).toEqual(['/dashboard']);
  expect(sessionStorage.getItem('edit_mode')).toBeNull();
});

it('shows in edit mode what has changed, and which answers the words written by hand do not follow', async () => {
  Object.assign(sessionStorage, EDIT_MODE, { updated_demand_letter: 'Dear New LLC\nby hand\n$900' });
  const warning = { code: 'own-words', text: 'The letter has your own words there.', excerpt: 'I paid.' };
  const version = { version: 1, origin: 'edited' as const, approved: false, posted: false };
  const page = draw(aDemand({ demand_letter: 'Dear New LLC\nby hand\n$900', warnings: [warning] }), {
    letterVersions: {
      versions: [
        { ...version, text: 'Dear New LLC\nby hand\n$900', created_at: '2026-03-04T10:00:00.000Z' },
        { ...version, text: 'Dear New LLC\nI paid.\n$900', created_at: '2026-03-04T10:00:00.000Z' },
        { ...version, text: 'Dear New LLC\nby hand\n$700', created_at: '2026-03-03T10:00:00.000Z' },
      ],
    },
  });
  expect(await screen.findByText('I paid.')).toBeInTheDocument();
  expect(screen.queryByText(/may work against you/)).toBeNull();
  expect((await screen.findByText('+ $900')).closest('details')).toHaveTextContent(/What has changed.*− \$700/);
  expect(screen.queryByText('+ by hand')).toBeNull();
  expect(await axeViolations(page.container)).toEqual([]);
});

it.each([
  [2, null],
  [40, 'You see 2 of 40 versions: the newest, and any that was approved or mailed.'],
])('says when not all of %i versions are shown', async (newest, sentence) => {
  const version = { origin: 'edited' as const, approved: false, posted: false, created_at: '2026-03-04T10:00:00.000Z' };
  const versions = [newest, 1].map((no) => ({ ...version, version: no, text: `Text ${no}` }));
  const page = draw(aDemand(), { letterVersions: { versions } });
  await page.user.click(await screen.findByText('Versions'));
  expect(await screen.findByText(/^Version 1,/)).toBeInTheDocument();
  if (sentence) expect(screen.getByText(sentence)).toBeInTheDocument();
  else expect(screen.queryByText(/^You see/)).toBeNull();
});

it.each([
  ['a draft', aDemand({ demand_letter: 'Dear New LLC' }), /is a draft\. Approve it, and we mail it/],
  ['approved', anApproved({ demand_letter: 'Dear New LLC' }), /Until it goes out you can change it/],
  ['with the post', aDemand({ demand_letter: 'Dear New LLC', state: 'posting' }), /on its way to the printer/],
  ['a copy', aDemand({ state: 'posted', posted_at: '2026-03-03T10:00:00.000Z' }), /It was not mailed/],
])('says in edit mode whether and when the text is posted: %s', async (_state, demand, sentence) => {
  Object.assign(sessionStorage, EDIT_MODE, { updated_demand_letter: 'Dear New LLC' });
  const page = draw(demand);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  // A clock that runs is not read out with what stands around it.
  for (const words of screen.queryAllByText(/^Goes out/)) expect(words.closest('[role="timer"]')).not.toBeNull();
  expect(page.server.requests.find(({ call }) => call === 'checkExistingDemand')?.request).toMatchObject({
    form_session_id: 'a'.repeat(24),
  });
});

describe('sentences that may not be mailed', () => {
  const aPlace = (over: Partial<LetterPlace> = {}): LetterPlace => ({
    class: 'A',
    kind: 'police',
    key: 'k1',
    sentence: 'I will call the police.',
    why: 'That can be a crime.',
    calm: 'I may ask a court to decide.',
    look: false,
    ...over,
  });
  const TYPED = 'Dear Park LLC,\n\nI will call the police.';

  it('are shown with a sentence to take instead when saving is refused, and what was typed stays', async () => {
    const page = draw(aDemand(), {
      saveDemandLetter: { refuse: 'LETTER_UNSAFE', message: 'Nothing was sent.', other: { places: [aPlace()] } },
    });
    await type(TYPED);
    await page.user.click(screen.getByRole('button', { name: 'SAVE' }));
    expect(await screen.findByText('✗ Nothing was sent.')).toBeInTheDocument();
    expect(await editor()).toHaveValue(TYPED);
    expect(await axeViolations(page.container)).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Use this instead' }));
    expect(await editor()).toHaveValue('Dear Park LLC,\n\nI may ask a court to decide.');
  });

  it('of class B are kept one by one, and the choice goes with the next act', async () => {
    const sentence = 'I will tell your wife.';
    const place = aPlace({ class: 'B', kind: 'family', key: 'k2', sentence, calm: '' });
    const page = draw(aDemand({ demand_letter: sentence, left_out: [place] }));
    await page.user.click(await screen.findByRole('checkbox', { name: 'Keep it in my letter' }));
    expect(await axeViolations(page.container)).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'APPROVE & SEND' }));
    await waitFor(() =>
      expect(saves(page)[0]?.request).toMatchObject({ sentence_choices: [{ key: 'k2', choice: 'keep' }] }),
    );
  });

  it('wait for an answer that was never given: asked once, and the letter can be approved', async () => {
    const waits_for = [{ for: 'debt' as const, stopped: false, sentence: 'whose debt it is' }];
    const page = draw(aDemand({ waits_for }), { answerWait: { message: '', demand: aDemand({ waits_for: [] }) } });
    await page.user.click(await screen.findByRole('radio', { name: 'Ours' }));
    expect(await axeViolations(page.container)).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Save this answer' }));
    await waitFor(() => expect(screen.queryByText('The letter waits for an answer of yours')).toBeNull());
    const asked = page.server.requests.find(({ call }) => call === 'answerWait')?.request;
    expect(asked).toMatchObject({ debt_owner: 'own' });
  });

  it('wait for a look at a change in the law it names: old and new are shown, and taken with one press', async () => {
    const law = { for: 'law' as const, stopped: false, sentence: 'you', before: 'It is 6%.', after: 'It is 7%.' };
    const page = draw(aDemand({ waits_for: [law] }), {
      answerWait: { message: '', demand: aDemand({ waits_for: [] }) },
    });
    expect(await screen.findByText('− It is 6%.')).toBeInTheDocument();
    expect(screen.getByText('+ It is 7%.')).toBeInTheDocument();
    await page.user.click(screen.getByRole('button', { name: 'Take the change' }));
    await waitFor(() => expect(screen.queryByText('+ It is 7%.')).toBeNull());
    const asked = page.server.requests.find(({ call }) => call === 'answerWait')?.request;
    expect(asked).toMatchObject({ law: 'It is 7%.' });
  });

  it('can be questioned, and text typed meanwhile stays', async () => {
    const left_out = [aPlace()];
    const page = draw(aDemand({ left_out }), {
      askForLook: { message: '', demand: aDemand({ left_out: [aPlace({ look: true })] }) },
    });
    await type('Typed meanwhile');
    await page.user.click(screen.getByRole('button', { name: 'This is a fact and no threat. Ask us to look' }));
    expect(await screen.findByText(/We are reading this sentence/)).toBeInTheDocument();
    expect(await editor()).toHaveValue('Typed meanwhile');
  });

  it('leave the choice of a refund, after a confirmation', async () => {
    const page = draw(aDemand({ left_out: [aPlace()], can_refund: true, refund_amount: 41.44, papers_kept: 63.75 }), {
      refundLetter: { message: '' },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Stop the letter and pay me back' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/pay their part of the price, \$63\.75 .* You get \$41\.44 back/)).toBeInTheDocument();
    await page.user.click(dialog.getByRole('button', { name: 'Stop the letter and pay me back' }));
    expect(await screen.findByText(/Your money is on its way back/)).toBeInTheDocument();
    expect(page.server.requests.filter(({ call }) => call === 'refundLetter')).toMatchObject([
      { request: { refund_amount: 41.44 } },
    ]);
  });
});
