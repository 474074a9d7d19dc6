import { CASE_STANDINGS, type CaseRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { aFormSession, aUser, axeViolations, noonOf, renderApp, type RenderOptions } from '@redress/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { DraftsPage } from './drafts-page.tsx';
// The page fetches these when there is a letter, and when there are many cases. Here they are loaded before the first test.
import './first-page.tsx';
import './case-choice.tsx';

const aCase = (over: Partial<CaseRow> = {}): CaseRow => ({
  form_session_id: 'a'.repeat(24),
  standing: 'draft',
  defendant: 'Jane Doe',
  amount: 1250,
  package_title: null,
  has_court_papers: false,
  created_at: noonOf('2026-03-02'),
  paid_at: null,
  window_ends_at: null,
  posted_at: null,
  delivered_at: null,
  answer_by: null,
  letters: 0,
  letters_lost: 0,
  ...over,
});
const posted = {
  paid_at: noonOf('2026-03-03'),
  posted_at: noonOf('2026-03-04'),
  answer_by: '2026-03-25',
  package_title: 'Small Claims',
  letters: 1,
};
const draw = (cases: readonly CaseRow[], calls: RenderOptions['calls'] = {}, total = cases.length) =>
  renderApp(<DraftsPage />, {
    user: aUser(),
    calls: { getCases: { cases: [...cases], total }, getActiveSessions: { sessions: [], total: 0 }, ...calls },
  });
/** Title of a card; that of a closed case names no sum, which may be paid or be in court. */
const titleAt = (standing: string) =>
  standing === 'closed' ? 'Your case against Jane Doe' : 'Jane Doe owes you $1,250.00';
const card = async (title = 'Jane Doe owes you $1,250.00') =>
  within((await screen.findByRole('heading', { level: 2, name: title })).closest('li')!);

beforeEach(() =>
  jest.useFakeTimers({
    now: new Date(noonOf('2026-03-20')),
    doNotFake: ['setTimeout', 'setInterval', 'queueMicrotask'],
  }),
);
afterEach(() => jest.useRealTimers());

it('says who owes what, how far it is in words and days, and the next step', async () => {
  const inHawaii = { delivered_at: '2026-03-10T05:00:00Z', time_zone: 'Pacific/Honolulu' };
  const { container } = draw([aCase({ ...posted, standing: 'delivered', ...inHawaii })]);
  const { getAllByRole, getByText } = await card();
  expect(getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'DraftedMar 2',
    'PaidMar 3',
    'MailedMar 4',
    'DeliveredMar 9',
    'Answer by Mar 25Waiting',
  ]);
  expect(getByText('Your letter was delivered. Wait for payment or an answer.')).toBeInTheDocument();
  expect(getAllByRole('button')).toHaveLength(1);
  const link = screen.getByRole('link', { name: 'Jane Doe owes you $1,250.00' });
  expect(link).toHaveAttribute('href', `/case/${'a'.repeat(24)}`);
  expect(await axeViolations(container)).toEqual([]);
});

it.each([...CASE_STANDINGS, 'of a newer service'])('shows one step at a time and one button: %s', async (standing) => {
  draw([aCase({ ...posted, posted_at: null, standing })]);
  const { getAllByRole, getByRole } = await card(titleAt(standing));
  expect(getAllByRole('listitem').filter((stop) => stop.hasAttribute('aria-current'))).toHaveLength(1);
  expect(getByRole('button', { name: /^[A-Z][^:]+: / })).toHaveAccessibleName(
    expect.stringContaining(`: ${titleAt(standing)}`),
  );
});

it.each([
  ['draft', 'Continue', '/'],
  ['payable', 'Pay', '/'],
  ['payment_failed', 'Pay with another card', '/'],
  ['to_read', 'Read and approve', '/result'],
  ['held', 'Read and change', '/result'],
  ['approved', 'See your letter', '/result'],
  ['in_transit', 'Track', `/demand-letters?claim=${'a'.repeat(24)}`],
  ['returned', 'See what you can do', `/demand-letters?claim=${'a'.repeat(24)}`],
  ['refunded', 'See your orders', '/billing'],
  ['answer_due', 'See the case', `/case/${'a'.repeat(24)}`],
  ['closed', 'See the case', `/case/${'a'.repeat(24)}`],
] as const)('goes on from %s by "%s" to %s', async (standing, act, path) => {
  const { user, visited } = draw([aCase({ standing })], { getFormSession: { session: aFormSession() } });
  await user.dblClick((await card(titleAt(standing))).getByRole('button', { name: new RegExp(`^${act}: `) }));
  await waitFor(() => expect(visited[0]).toBe(path));
  if (path === '/result' || path === '/') expect(sessionStorage.getItem('form_session_id')).toBe('a'.repeat(24));
});

it('leads to the court papers of a package that has them, and to the letter of one that has none', async () => {
  draw([
    aCase({ ...posted, standing: 'delivered', has_court_papers: true }),
    aCase({ ...posted, standing: 'delivered', form_session_id: 'b'.repeat(24), defendant: 'Ivo Kern' }),
  ]);
  expect((await card()).getByRole('button', { name: /^See court papers/ })).toBeInTheDocument();
  expect((await card('Ivo Kern owes you $1,250.00')).getByRole('button', { name: /^Track/ })).toBeInTheDocument();
});

it('says when the letter goes out, and how many copies of twenty did not arrive', async () => {
  draw([
    aCase({ ...posted, posted_at: null, standing: 'approved', window_ends_at: noonOf('2026-03-20') }),
    aCase({
      ...posted,
      standing: 'delivered',
      form_session_id: 'b'.repeat(24),
      letters: 20,
      letters_lost: 2,
      defendant: 'Ivo Kern',
    }),
  ]);
  expect(
    (await card('Ivo Kern owes you $1,250.00')).getByRole('button', { name: /^See what you can do/ }),
  ).toBeVisible();
  expect((await card()).getByText(/We mail it on March 20, 2026 at/)).toBeInTheDocument();
  expect(
    (await card('Ivo Kern owes you $1,250.00')).getByText(/2 of its 20 letters did not arrive\./),
  ).toBeInTheDocument();
});

it('names a claim by what is known of it', async () => {
  draw([
    aCase({ defendant: '', amount: null }),
    aCase({ form_session_id: 'b'.repeat(24), defendant: '' }),
    aCase({ form_session_id: 'c'.repeat(24), amount: null }),
  ]);
  await screen.findByRole('heading', { name: 'A case you have begun' });
  expect(screen.getByRole('heading', { name: 'You are owed $1,250.00' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Your case against Jane Doe' })).toBeInTheDocument();
});

it('shows the first page of the only letter, to be looked at', async () => {
  const part = {
    id: 'opening',
    kind: 'paragraph',
    text: 'Dear Jane,',
    joins: 'block',
    from: { kind: 'fixed', ref: 'x' },
  } as const;
  const { container } = draw([aCase({ ...posted, standing: 'posted' })], { letterParts: { parts: [part] } });
  expect((await screen.findByText('Dear Jane,')).closest('[aria-hidden="true"]')).not.toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

it('says nothing of cases to whoever has none: a claim is begun below', async () => {
  draw([]);
  expect(await screen.findByText('No active sessions found.')).toBeVisible();
  expect(screen.queryByRole('list')).toBeNull();
});

it('asks for the next six of two hundred', async () => {
  const { user, server } = draw([aCase()], {}, 200);
  expect(await screen.findByText('Showing 1 to 6 of 200 cases')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(server.requests.findLast(({ call }) => call === 'getCases')?.request).toMatchObject({ page: '2' }),
  );
});

it('asks again when the tab is looked at again', async () => {
  const { server } = draw([aCase({ standing: 'payable' })]);
  await card();
  server.use({ getCases: { cases: [aCase({ ...posted, posted_at: null, standing: 'to_read' })], total: 1 } });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByRole('button', { name: /^Read and approve/ })).toBeInTheDocument();
});

it('shows the sessions when the cases cannot be had, and offers another try', async () => {
  const { user, server } = draw([], { getCases: { refuse: 'NOT_FOUND', message: 'No cases today' } });
  expect(await screen.findByText('No cases today')).toBeInTheDocument();
  expect(await screen.findByText('No active sessions found.')).toBeVisible();
  server.use({ getCases: { cases: [aCase()], total: 1 } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await card()).getByText(account.board.standing.draft.says)).toBeInTheDocument();
});

it('shows what is due to whoever has many cases, goes on from there to all of them, and gives one file', async () => {
  const due = { kind: 'pay_by', day: '2026-03-05', is_over: true };
  const { user, server, container } = draw([aCase({ ...posted, standing: 'delivered', due })], {}, 200);
  expect((await card()).getByText(/Overdue: They are asked to pay by March 5, 2026\./)).toBeInTheDocument();
  expect(screen.getByText(/the newest 50,000 of them/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  server.use({ getCases: { cases: [], total: 0 } });
  await user.selectOptions(screen.getByLabelText('Which cases to show'), 'Overdue or due this week');
  expect(await screen.findByText('No case is in this list now.')).toBeVisible();
  const asked = () => server.requests.findLast(({ call }) => call === 'getCases')?.request;
  expect(asked()).toMatchObject({ page: '1', view: 'due' });
  expect(await axeViolations(container)).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Which cases to show'), 'All, the most urgent first');
  await waitFor(() => expect(asked()).not.toHaveProperty('view'));
});
