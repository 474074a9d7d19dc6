import type { CaseFile, MoneyRow } from '@redress/contracts';
import { sessionEnded } from '@redress/session-store';
import { aUser, axeViolations, noonOf, renderApp, type RenderOptions } from '@redress/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CasePage } from './case-page.tsx';

const ID = 'a'.repeat(24);
const aCase = (over: Partial<CaseFile> = {}): CaseFile => ({
  form_session_id: ID,
  standing: 'delivered',
  defendant: 'Łucja Ng',
  amount: 1250.5,
  package_title: 'Small Claims',
  has_court_papers: true,
  created_at: noonOf('2026-03-02'),
  paid_at: noonOf('2026-03-02'),
  window_ends_at: null,
  posted_at: noonOf('2026-03-03'),
  delivered_at: noonOf('2026-03-06'),
  answer_by: '2026-03-20',
  letters: 1,
  letters_lost: 0,
  demand_id: 'd'.repeat(24),
  has_proof: true,
  next: { step: 'wait', until: '2026-03-20', letter: null },
  timeline: [
    { at: noonOf('2026-03-02'), what: 'begun', text: null, amount: null },
    { at: noonOf('2026-03-06'), what: 'carrier', text: 'Your letter was delivered.', amount: null },
    { at: noonOf('2026-03-07'), what: 'of a newer service', text: null, amount: null },
  ],
  papers: [{ id: 'e'.repeat(24), title: 'Statement of claim', version: 2, made_at: noonOf('2026-03-06') }],
  sums: { claimed: 1250.5, received: 0, balance: 1250.5, over: 0 },
  ledger: [],
  closed: null,
  answers: [],
  plan: null,
  to_print: [],
  can_report: true,
  revision: 0,
  today: '2026-03-10',
  further_letters: [],
  close_reasons: ['settled', 'court', 'given_up', 'bankrupt', 'dead', 'minor', 'other'],
  would_stop: [],
  cost: { order_number: 'R-7K3MQ9TDX', total: 99, refunded: 0 },
  ...over,
});
const aRow = (over: Partial<MoneyRow> = {}): MoneyRow => ({
  id: 'b'.repeat(24),
  kind: 'part',
  amount: 250.5,
  day: '2026-03-08',
  reported_at: noonOf('2026-03-09'),
  standing: 'counts',
  ...over,
});
const draw = (file: CaseFile | { refuse: 'NOT_FOUND' }, calls: RenderOptions['calls'] = {}, route = `/case/${ID}`) =>
  renderApp(<CasePage />, { user: aUser(), calls: { getCase: file, ...calls }, route });
const asked = { next: { step: 'ask', until: null, letter: null }, today: '2026-03-21' };
const sent = (server: ReturnType<typeof draw>['server']) =>
  server.requests.filter(({ call }) => call === 'reportPayment').map(({ request }) => request);

it('tells what happened, the next step with its day, the sums, the papers and what it cost', async () => {
  const { container } = draw(aCase());
  expect(await screen.findByText('Łucja Ng owes you $1,250.50')).toBeInTheDocument();
  expect(screen.getByText('Wait for the money or an answer')).toBeInTheDocument();
  expect(screen.getByText('Until March 20, 2026.')).toBeInTheDocument();
  const happened = within(screen.getByRole('list', { name: 'What happened' })).getAllByRole('listitem');
  expect(happened.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^You began this case/),
    expect.stringMatching(/^Your letter was delivered\./),
    expect.stringMatching(/^Something happened/),
    'Last day to pay: March 20, 2026 (to come)',
  ]);
  expect(screen.getByText('R-7K3MQ9TDX')).toBeInTheDocument();
  expect(screen.getByText(/Version 2, made on March 6, 2026/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Download the proof of mailing' })).toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

it('opens with what the button in the mail said, keeps nothing before it is pressed here, and begins empty after it', async () => {
  const answered = aCase({ ...asked, revision: 1, ledger: [aRow({ kind: 'none', amount: 0, day: null })] });
  const { user, server } = draw(aCase(asked), { reportPayment: answered }, `/case/${ID}?paid=none`);
  expect(await screen.findByRole('radio', { name: /No, nothing/ })).toBeChecked();
  expect(sent(server)).toEqual([]);
  // The answer is the case as it stands now: the next report counts from it, however long the case is read anew.
  server.use({ getCase: () => new Promise(() => undefined) });
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /No, nothing/ })).not.toBeChecked());
  await user.click(screen.getByRole('radio', { name: /No, nothing/ }));
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  await waitFor(() => expect(sent(server)).toMatchObject([{ revision: 0 }, { kind: 'none', revision: 1 }]));
});

it('is read again when the tab is looked at again, so that a day which came meanwhile can be reported', async () => {
  const { user, server } = draw(aCase(asked));
  await user.click(await screen.findByRole('radio', { name: /A part of it/ }));
  server.use({ getCase: aCase({ ...asked, today: '2026-03-22' }) });
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(screen.getByLabelText('Day it came')).toHaveAttribute('max', '2026-03-22'));
});

it('has what was typed again, once, after the session ended and the page was left for signing in', async () => {
  const { user, store, unmount } = draw(aCase(asked));
  await user.click(await screen.findByRole('radio', { name: /A part of it/ }));
  await user.type(screen.getByLabelText('How much came'), '250.5');
  history.replaceState(null, '', '/login');
  act(() => void store.dispatch(sessionEnded()));
  unmount();
  history.replaceState(null, '', '/');
  draw(aCase(asked));
  expect(await screen.findByLabelText('How much came')).toHaveValue('250.5');
  expect(Object.keys(sessionStorage).filter((key) => key.includes('case-form'))).toEqual([]);
});

it('keeps a part with its amount and day, and says what is missing before it asks', async () => {
  const { user, server } = draw(aCase({ ...asked, own_today: '2026-03-20' }), { reportPayment: aCase(asked) });
  await user.click(await screen.findByRole('radio', { name: /A part of it/ }));
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  expect((await screen.findAllByText('Enter the amount in dollars, like 1250 or 1250.50')).length).toBeGreaterThan(0);
  expect(sent(server)).toEqual([]);
  await user.type(screen.getByLabelText('How much came'), '250.5');
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  await waitFor(() => expect(sent(server)).toHaveLength(1));
  const report = { form_session_id: ID, revision: 0, kind: 'part', amount: 250.5, day: '2026-03-20' };
  expect(sent(server)[0]).toEqual({ ...report, report_id: expect.stringMatching(/^[0-9a-f]{24}$/) });
});

it('sends the same report again under its id when the answer was lost, and says when another tab was first', async () => {
  const { user, server } = draw(aCase(asked), { reportPayment: { refuse: 'INTERNAL', message: 'Try again later' } });
  await user.click(await screen.findByRole('radio', { name: /No, nothing/ }));
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  await screen.findByText('Try again later');
  const newer = aCase({ ...asked, next: aCase({}).next, revision: 4 });
  server.use({ reportPayment: { refuse: 'CONFLICT' }, getCase: newer });
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  // Both stand on the page: the answer of the other tab with its next step, and the choice made here with why it was not kept.
  await waitFor(async () => {
    await user.click(screen.getByRole('button', { name: 'Keep this' }));
    expect(sent(server).at(-1)).toMatchObject({ revision: 4, kind: 'none' });
  });
  expect(await screen.findByText(/You reported something else in the meantime/)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /No, nothing/ })).toBeChecked();
  const [first, second] = sent(server) as { report_id: string }[];
  expect(second!.report_id).toBe(first!.report_id);
});

it('puts a report right in its place, takes one back, and strikes through what does not count', async () => {
  const ledger = [aRow({ id: 'c'.repeat(24), standing: 'corrected' }), aRow()];
  const file = aCase({ ledger, revision: 2, sums: { claimed: 1250.5, received: 250.5, balance: 1000, over: 0 } });
  const { user, server } = draw(file, { reportPayment: file });
  const rows = within(await screen.findByRole('list', { name: 'What you reported' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('$250.50 came on March 8, 2026 Put right');
  expect(within(rows[0]!).queryByRole('button')).toBeNull();
  const named = '$250.50 came on March 8, 2026';
  await user.click(screen.getByRole('button', { name: `Take back: ${named}` }));
  const replaces = 'b'.repeat(24);
  await waitFor(() => expect(sent(server)[0]).toMatchObject({ kind: 'withdraw', replaces, revision: 2 }));
  await user.click(await screen.findByRole('button', { name: `Put right: ${named}` }));
  await waitFor(() => expect(rows[1]).toHaveFocus());
  const form = within(screen.getByRole('form', { name: 'Put right' }));
  expect(form.getByLabelText('How much came')).toHaveValue('250.5');
  await user.click(form.getByRole('radio', { name: /Yes, all of it/ }));
  await user.click(form.getByRole('button', { name: 'Keep this' }));
  await waitFor(() => expect(sent(server)[1]).toMatchObject({ kind: 'all', day: '2026-03-08', replaces }));
  server.use({ getCase: { ...file, ledger: [ledger[0]!, aRow({ standing: 'withdrawn' })] } });
  await user.click(await screen.findByRole('button', { name: `Take back: ${named}` }));
  // Its buttons leave; the row stays.
  await waitFor(() => expect(document.activeElement).toBe(rows[1]));
});

it('closes with a reason and opens again, but not what the ledger closed', async () => {
  const closed = aCase({ closed: 'settled', next: { step: 'closed', until: null, letter: null } });
  const { user, server } = draw(aCase(), { reportPayment: closed });
  await user.click(await screen.findByText('Close this case', { selector: 'summary' }));
  await user.selectOptions(screen.getByLabelText('Why you close it'), 'settled');
  server.use({ getCase: closed });
  await user.click(screen.getByRole('button', { name: 'Close this case' }));
  await waitFor(() => expect(sent(server)[0]).toMatchObject({ kind: 'close', reason: 'settled' }));
  expect(await screen.findByText('You agreed on something else.')).toBeInTheDocument();
  expect(screen.queryByRole('form', { name: 'Did they pay?' })).toBeNull();
  await user.click(await screen.findByText('Open this case again', { selector: 'summary' }));
  await user.click(screen.getByRole('button', { name: 'Open this case again' }));
  await waitFor(() => expect(sent(server)[1]).toMatchObject({ kind: 'open' }));
});

it.each([`/case/${ID}`, '/case'])('says that there is no such case, with a way home: %s', async (route) => {
  draw({ refuse: 'NOT_FOUND' }, {}, route);
  expect(await screen.findByText('We found no such case in your account')).toBeInTheDocument();
  expect(screen.getByText(/belong to another account\. If you have another account, log out/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to your home page' })).toHaveAttribute('href', '/dashboard');
});

it.each(['to_read', 'returned', 'unpaid', 'closed', 'hearing', 'of a newer service'])(
  'has a next step: %s',
  async (step) => {
    const next = { step, until: step === 'hearing' ? '2026-03-12' : null, letter: null };
    draw(aCase({ next, closed: step === 'closed' ? 'paid' : null }));
    await screen.findByText('Łucja Ng owes you $1,250.50');
    const ways = {
      to_read: 'Open your letter',
      returned: 'See where your letter is',
      unpaid: 'See court papers',
      closed: 'You reported that all the money came.',
      hearing: 'Hearing: March 12, 2026',
    };
    expect(screen.getAllByText(ways[step as keyof typeof ways] ?? 'Go to your home page').length).toBeGreaterThan(0);
  },
);

it('offers the papers that hold as the case stands, and those of a newer service not', async () => {
  URL.createObjectURL = jest.fn(() => 'blob:paper');
  URL.revokeObjectURL = jest.fn();
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { user, server } = draw(aCase({ to_print: ['balance', 'of a newer service'], revision: 3 }), {
    casePaper: new Blob(['%PDF'], { type: 'application/pdf' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Download a letter of balance' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const asked = server.requests.find(({ call }) => call === 'casePaper');
  expect(asked?.request).toEqual({ form_session_id: ID, paper: 'balance' });
  expect(screen.queryByRole('button', { name: 'Download a receipt' })).not.toBeInTheDocument();
  saved.mockRestore();
});

it('makes an address for a calendar, shows it, and takes it away', async () => {
  const address = 'http://localhost:3000/api/case/calendar.ics?key=k';
  const { user, server, container } = draw(aCase({ calendar: null }), { switchCaseCalendar: aCase() });
  server.use({ getCase: aCase({ calendar: address }) });
  await user.click(await screen.findByRole('button', { name: 'Make an address' }));
  const link = await screen.findByRole('link', { name: 'Add to your calendar' });
  expect(link).toHaveAttribute('href', address);
  // Not on the button that stands in its place: pressed once more, that one would stop the address.
  await waitFor(() => expect(link.closest('[tabindex]')).toHaveFocus());
  expect(await axeViolations(container)).toEqual([]);
  server.use({ getCase: aCase({ calendar: null }) });
  await user.click(screen.getByRole('button', { name: 'Stop this address' }));
  expect(await screen.findByRole('button', { name: 'Make an address' })).toBeInTheDocument();
  const asked = server.requests.filter(({ call }) => call === 'switchCaseCalendar');
  expect(asked.map(({ request }) => request)).toMatchObject([{ on: true }, { on: false }]);
});

describe('their answer', () => {
  const payments = [
    { day: '2026-04-30', amount: 650.5, open: 0 },
    { day: '2026-05-30', amount: 600, open: 100 },
  ];
  const terms = { now: 0, now_day: null, each: 650.5, every: 'month' as const, from: '2026-04-30' };
  const offer = {
    id: 'f'.repeat(24),
    kind: 'offer',
    reported_at: noonOf('2026-03-09'),
    words: '',
    terms,
    standing: 'counts' as const,
  };

  it('is an offer in parts that makes a plan, told before it is kept', async () => {
    const { user, server, container } = draw(aCase(), { reportPayment: aCase() });
    await user.click(await screen.findByText('Tell us what they answered'));
    await user.click(screen.getByRole('radio', { name: /They pay in parts/ }));
    await user.type(screen.getByLabelText('How much each time'), '20');
    await user.type(screen.getByLabelText('Day of the first of these payments'), '2026-03-31');
    await user.click(screen.getByRole('button', { name: 'Keep this answer' }));
    expect((await screen.findAllByText(/Choose sums that make 2 to 24 payments/)).length).toBeGreaterThan(0);
    await user.clear(screen.getByLabelText('How much each time'));
    await user.type(screen.getByLabelText('How much each time'), '500');
    expect(screen.getByText(/That makes 3 payments, the last one on May 31, 2026/)).toBeInTheDocument();
    expect(await axeViolations(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Keep this answer' }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]).toMatchObject({
      kind: 'offer',
      terms: { now: 0, now_day: null, each: 500, every: 'month', from: '2026-03-31' },
    });
  });

  it('is signed under its offer, and shows what came of each payment from then on', async () => {
    const offered = aCase({ answers: [offer], plan: { sum: 1250.5, signed_on: null, payments } });
    const { user, server } = draw(offered, { reportPayment: offered });
    await user.click(await screen.findByText('Tell us what they answered'));
    await user.click(screen.getByRole('radio', { name: /We both signed/ }));
    await user.type(screen.getByLabelText('Day on which the last of you signed'), '2026-03-09');
    await user.click(screen.getByRole('button', { name: 'Keep this answer' }));
    await waitFor(() => expect(sent(server)[0]).toMatchObject({ kind: 'signed', day: '2026-03-09' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Their answer' })).toHaveFocus());
    expect(screen.getByText('$650.50 every month, from April 30, 2026')).toBeInTheDocument();
    expect(screen.getByText('Came')).toBeInTheDocument();
    expect(screen.getByText('$100.00 is open')).toBeInTheDocument();
  });

  it('can be taken back, but for an offer that both signed', async () => {
    const dispute = { ...offer, id: 'c'.repeat(24), kind: 'dispute', terms: null, words: 'It was a gift.' };
    const file = aCase({ answers: [offer, dispute], plan: { sum: 1250.5, signed_on: '2026-03-09', payments } });
    const { user, server } = draw(file, { reportPayment: file });
    await user.click(await screen.findByRole('button', { name: /^Take back: They say that they do not owe it/ }));
    await waitFor(() => expect(sent(server)[0]).toMatchObject({ kind: 'withdraw', replaces: dispute.id }));
    expect(screen.queryByRole('button', { name: /Take back: \$650/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/Last day to pay/)).not.toBeInTheDocument();
    expect(screen.getByText('It was a gift.')).toBeInTheDocument();
  });
});

const SECOND = { package_id: 'second-letter', title: 'Second', price: 29, standing: 'offered', form_session_id: null };

it('offers a second letter with its price beside the way to court, shows it before it is paid, and takes its claim to the payment', async () => {
  const claim = 'c'.repeat(24);
  const next = { step: 'unpaid', until: null, letter: 'second-letter' };
  const its = { form_session_id: claim, follows_demand_id: 'd'.repeat(24) };
  const form = { form_data: { selectedPackage: 'second-letter' }, revision: 1, saved_at: null, progress: 90 };
  const standing = { current_step: '5sub1', is_completed: false, is_paid: false, original_session_id: ID };
  const { user, visited, store } = draw(aCase({ further_letters: [SECOND], next }), {
    openFurtherLetter: { ...its, package_id: 'second-letter', demand_letter: 'I wrote to you.' },
    getFormSession: { session: { ...its, ...form, ...standing } },
  });
  expect(await screen.findByText(/It costs \$29\.00 before tax/)).toBeInTheDocument();
  expect(screen.getByText(/^You can go to small claims court/)).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'See court papers' })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Read the second letter' }));
  const read = await screen.findByRole('article', { name: 'The second letter as we would mail it' });
  expect(read).toHaveTextContent('I wrote to you.');
  await user.click(screen.getByRole('button', { name: 'Go on to pay $29.00' }));
  await waitFor(() => expect(visited).toEqual(['/']));
  const follows = { demandId: 'd'.repeat(24), caseId: ID };
  expect(store.getState().wizard).toMatchObject({ formSessionId: claim, follows });
});

it('says where a second letter stands that was bought, and leads to it', async () => {
  const bought = { ...SECOND, standing: 'approved', form_session_id: 'c'.repeat(24) };
  const { user, visited } = draw(aCase({ further_letters: [bought] }));
  expect(await screen.findByText(/It is approved and is mailed soon/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Open the second letter' }));
  expect(visited).toEqual([`/result?claim=${'c'.repeat(24)}`]);
});

const NO_DAYS = { hearing_day: null, served_day: null, judgment_day: null, days: [] };
const COURT = { case_number: '', ...NO_DAYS, state: 'TX', name: 'Justice court' };

it('takes the days of a court, says what is odd about a hearing day, and shows each day that follows with its rule', async () => {
  const days = [
    { kind: 'answer_by', day: '2026-03-24', says: 'By the 14th day.', rule: 'Rule 502.5', url: 'https://c.example' },
    { kind: 'hearing', day: '2026-04-21', says: '', rule: '', url: '' },
    { kind: 'evidence_by', day: '2026-03-09', says: '', rule: '', url: '' },
    { kind: 'proof_by', day: null, says: 'A return of service.', rule: 'Rule 7', url: 'https://courts.example/7' },
    { kind: 'serve_by', day: null, says: '', rule: '', url: '' },
    { kind: 'of a newer service', day: '2026-05-01', says: '', rule: '', url: '' },
  ];
  const typed = { case_number: '26-SC-1', hearing_day: '2026-04-21', served_day: null, judgment_day: null };
  const kept = aCase({ court: { ...COURT, ...typed, days }, revision: 1 });
  const { user, server, container } = draw(aCase({ court: COURT, has_hearing: true }), { reportPayment: kept });
  const page = await screen.findByRole('link', { name: 'Open the page for your hearing' });
  expect(page).toHaveAttribute('href', `/api/case/hearing?form_session_id=${ID}`);
  await user.click(await screen.findByText('Type the days of the court'));
  const hearing = screen.getByLabelText(/Day of the hearing/);
  // A day typed by half is empty for a script.
  const half = jest.spyOn(HTMLInputElement.prototype, 'validity', 'get');
  half.mockReturnValue({ badInput: true } as ValidityState);
  await user.click(screen.getByRole('button', { name: 'Keep these days' }));
  expect(hearing).toBeInvalid();
  expect(screen.getByLabelText(/Case number/)).not.toBeInvalid();
  half.mockRestore();
  fireEvent.change(hearing, { target: { value: '2026-03-09' } });
  expect(screen.getByText('This day is over.')).toBeInTheDocument();
  fireEvent.change(hearing, { target: { value: '2026-04-21' } });
  expect(screen.getByText(/This is San Jacinto Day\. .* Texas Government Code/)).toBeInTheDocument();
  await user.click(screen.getByLabelText(/Case number/));
  await user.paste('26-SC-1');
  server.use({ getCase: kept });
  // A build that comes meanwhile waits for what is typed.
  const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leaving()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Keep these days' }));
  const list = within(await screen.findByRole('list', { name: 'Days that follow' }));
  expect(sent(server)).toEqual([expect.objectContaining({ kind: 'court', court: typed, revision: 0 })]);
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Last day for them to answer the court: March 24, 2026By the 14th day. Rule 502.5',
    'Hearing: April 21, 2026',
    'Last safe day to hand in what you show: March 9, 2026This day is over. Ask the clerk at once what can still be done.',
    'Day to check that the court has proof they got the papers: The rule names no dayA return of service. Rule 7',
    'Last safe day to have the papers handed over: Ask the clerkWe have no confirmed rule for it.',
    'Day in court: May 1, 2026',
  ]);
  expect(leaving()).toBe(false);
  // The form is made anew; what opens it stays.
  expect(screen.getByText('Change these days')).toHaveFocus();
  const happened = within(screen.getByRole('list', { name: 'What happened' }));
  expect(happened.getAllByText(/, 2026$/).map(({ textContent }) => textContent?.split(':')[0])).toEqual([
    'Last safe day to hand in what you show',
    'Last day to pay',
    'Last day for them to answer the court',
    'Hearing',
    'Day in court',
  ]);
  expect(await axeViolations(container)).toEqual([]);
});

it('asks for figures only when they are wanted, keeps them with a day on which they go, and deletes them at a press', async () => {
  const form = {
    rows: [{ says: 'With a Statement.', rule: 'Rule 145', url: 'https://law.example/145' }],
    groups: [{ title: 'Each month', figures: [{ name: 'pay', label: 'Pay' }, { name: 'tips', label: 'Tips' }] }], // prettier-ignore
    benefits: ['SSI'],
    figures: null,
    gone_on: null,
  };
  const figures = { dependents: 2, benefits: ['SSI'], sums: { pay: 1200.5 } };
  const kept = { ...form, figures, gone_on: '2026-04-09' };
  const { user, server, container } = draw(aCase({ has_fee_figures: true }), {
    getFeeFigures: form,
    keepFeeFigures: kept,
  });
  const calls = (name: string) => server.requests.filter(({ call }) => call === name).map(({ request }) => request);
  await user.click(await screen.findByText('Give your figures'));
  await user.type(await screen.findByLabelText(/Pay/), '1200.50');
  await user.click(screen.getByLabelText('SSI'));
  await user.click(screen.getByRole('button', { name: 'Keep these figures for 30 days' }));
  expect((await screen.findAllByText(/Enter a number from 0 to 30/)).length).toBeGreaterThan(0);
  expect(calls('keepFeeFigures')).toEqual([]);
  await user.type(screen.getByLabelText(/People who depend on your money/), '2');
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep these figures for 30 days' }));
  expect(await screen.findByText(/We delete them on April 9, 2026/)).toBeInTheDocument();
  const start = screen.getByText(/court decides/i);
  await waitFor(() => expect(start).toHaveFocus());
  expect(calls('keepFeeFigures')).toEqual([{ form_session_id: ID, figures }]);
  server.use({ keepFeeFigures: form });
  await user.click(screen.getByRole('button', { name: 'Delete these figures now' }));
  await waitFor(() => expect(screen.getByLabelText(/Pay/)).toHaveValue(''));
  await waitFor(() => expect(start).toHaveFocus());
  expect(calls('keepFeeFigures').at(-1)).toEqual({ form_session_id: ID, figures: null });
});

it('asks for no figures once the claim has a number, and lets go of those that are kept', async () => {
  const figures = { dependents: 2, benefits: [], sums: { pay: 1200.5 } };
  const form = { rows: [], groups: [], benefits: [], figures, gone_on: '2026-04-09' };
  const filed = aCase({ has_fee_figures: true, court: { ...COURT, case_number: '26-SC-1' } });
  const gone = { ...form, figures: null, gone_on: null };
  const { user, server } = draw(filed, { getFeeFigures: form, keepFeeFigures: gone });
  await user.click(await screen.findByText('Your figures'));
  expect(await screen.findByRole('button', { name: 'Download the list' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Keep these figures/ })).toBeNull();
  server.use({ getCase: aCase({ has_fee_figures: false, court: { ...COURT, case_number: '26-SC-1' } }) });
  await user.click(screen.getByRole('button', { name: 'Delete these figures now' }));
  await waitFor(() => expect(screen.queryByText('Your figures')).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

it('takes the sum of a judgment, and says after it who pays, from when, and each way to collect with its rule or for the clerk', async () => {
  const cited = { note: 'It costs a fee.', rule: 'Section 63', url: 'https://law.example/63' };
  const bank = { asks: 'Do you know their bank?', says: 'A writ.', ...cited };
  const land = { asks: 'Do you own land?', says: 'Ask where.', note: '', rule: '', url: '' };
  const says = { pays: 'Bo pays Ana.', first: ['Write.'], careful: 'Many never pay.', lost: ['Read.'] };
  const judgment = { ...says, from: '2026-03-09', ways: [bank, land], satisfaction: { ...land, says: 'Say so.' } };
  const judged = { judgment_day: '2026-03-02', awarded: 987.65 };
  const kept = aCase({ court: { ...COURT, ...judged }, judgment, revision: 1 });
  const { user, server, container } = draw(aCase({ court: COURT, judgment: null }), { reportPayment: kept });
  await user.click(await screen.findByText('Type the days of the court'));
  expect(screen.queryByLabelText(/Sum of the judgment/)).toBeNull();
  expect(screen.queryByText('After the decision')).toBeNull();
  // Nothing was written down: nothing is said to have been.
  await user.click(screen.getByRole('button', { name: 'Keep these days' }));
  expect(await screen.findAllByText('Type the number or a day first')).not.toHaveLength(0);
  fireEvent.change(screen.getByLabelText(/Day the judge signed/), { target: { value: '2026-03-02' } });
  await user.type(screen.getByLabelText(/Sum of the judgment/), '987.65');
  server.use({ getCase: kept });
  await user.click(screen.getByRole('button', { name: 'Keep these days' }));
  expect(await screen.findByText('First day to collect: March 9, 2026')).toBeInTheDocument();
  expect(sent(server)).toEqual([expect.objectContaining({ court: expect.objectContaining(judged) })]);
  expect(screen.getByText('Sum of the judgment', { selector: 'dt' })).toBeInTheDocument();
  expect(screen.getByText('A writ.')).not.toBeVisible();
  await user.click(screen.getByText(bank.asks));
  expect(screen.getByText('A writ.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Section 63' })).toHaveAttribute('href', bank.url);
  await user.click(screen.getByText(land.asks));
  expect(screen.getAllByText(/We have no confirmed rule for it\. Ask the clerk/)).toHaveLength(2);
  expect(await axeViolations(container)).toEqual([]);
  cleanup();
  draw(aCase({ court: { ...COURT, ...judged }, judgment, closed: 'paid' }));
  expect(await screen.findByRole('heading', { name: 'When all is paid' })).toBeInTheDocument();
  expect(screen.getByText('Say so.')).toBeInTheDocument();
  expect(screen.queryByText('Many never pay.')).toBeNull();
});

it('keeps the newest of sixty events and reports in sight, and the others behind one control each', async () => {
  const at = (no: number) => noonOf(`2026-03-0${1 + (no % 7)}`);
  const eventOf = (_: unknown, no: number) => ({ at: at(no), what: 'money_part', text: `Event ${no}`, amount: no });
  const timeline = Array.from({ length: 60 }, eventOf);
  const ledger = Array.from({ length: 40 }, (_, no) => aRow({ id: String(no).padStart(24, '0'), amount: no + 1 }));
  const sums = { claimed: 1250.5, received: 820, balance: 430.5, over: 0 };
  const { container, user } = draw(aCase({ timeline, ledger, sums }));
  const list = within(await screen.findByRole('list', { name: 'What happened' })).getAllByRole('listitem');
  expect(list.map(({ textContent }) => textContent)).toEqual([
    ...[53, 54, 55, 56, 57, 58, 59].map((no) => expect.stringContaining(`Event ${no}`)),
    expect.stringContaining('Last day to pay'),
  ]);
  expect(within(screen.getByRole('list', { name: 'What you reported' })).getAllByRole('listitem')).toHaveLength(8);
  expect(screen.getByText('Event 0')).not.toBeVisible();
  await user.click(screen.getByText('Show 53 earlier events'));
  expect(screen.getByText('Event 0')).toBeVisible();
  await user.click(screen.getByText('Show 32 earlier reports'));
  expect(screen.getByRole('list', { name: 'Show 32 earlier reports' })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

it('says before a reason that stops letters what is stopped and paid back, before the letter is mailed as well', async () => {
  const would_stop = [{ order_number: 'R-7', refund: 42.22 }];
  const file = aCase({ can_report: false, close_reasons: ['bankrupt', 'dead', 'minor'], would_stop });
  const { user, server } = draw(file, { reportPayment: file });
  await user.click(await screen.findByText('Close this case', { selector: 'summary' }));
  const stopped = /stops the letter of order R-7, which is not mailed yet, and pays you \$42\.22 back/;
  expect(screen.queryByText(stopped)).not.toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Why you close it'), 'dead');
  expect(screen.getByText(stopped)).toBeInTheDocument();
  expect(screen.queryByText(/cannot be called back/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close this case' }));
  await waitFor(() => expect(sent(server)[0]).toMatchObject({ kind: 'close', reason: 'dead' }));
});

it('takes a new address for a letter that came back, in the box of the next step', async () => {
  const offer = {
    package_id: 'new-address',
    title: 'Demand Letter to a New Address',
    price: 24,
    standing: 'offered',
    form_session_id: null,
  };
  const opened = {
    form_session_id: 'c'.repeat(24),
    follows_demand_id: 'd'.repeat(24),
    package_id: 'new-address',
    demand_letter: 'At 5 Birch Rd.',
  };
  const { user, server } = draw(
    aCase({ further_letters: [offer], next: { step: 'returned', until: '2026-03-20', letter: 'new-address' } }),
    { openFurtherLetter: opened },
  );
  await user.click(await screen.findByRole('button', { name: 'Read the letter to the new address' }));
  expect(screen.queryByText(/^Until/)).not.toBeInTheDocument();
  expect(server.requests.filter(({ request }) => 'place' in (request as object))).toEqual([]);
  for (const [label, typed] of [
    [/^Street address/, '5 Birch Rd'],
    [/^City/, 'Waco'],
    [/^ZIP/, '76701'],
  ] as const)
    await user.type(screen.getByLabelText(label), typed);
  await user.selectOptions(screen.getByLabelText(/^State/), 'TX');
  await user.click(screen.getByRole('button', { name: 'Read the letter to the new address' }));
  expect(await screen.findByRole('article', { name: /letter to the new address/ })).toHaveTextContent('At 5 Birch Rd.');
  expect(screen.getByRole('button', { name: 'Go on to pay $24.00' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'See where your letter is' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Change the address' }));
  expect(screen.getByLabelText(/^City/)).toHaveValue('');
});

it('keeps another build waiting while a report or an answer is typed, until it is kept', async () => {
  const kept = aCase({ ...asked, revision: 1 });
  const { user, server } = draw(aCase(asked), { reportPayment: kept });
  const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await user.click(await screen.findByRole('radio', { name: /A part of it/ }));
  await user.type(screen.getByLabelText('How much came'), '250.5');
  expect(isHeld()).toBe(true);
  server.use({ getCase: kept });
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  await waitFor(() => expect(isHeld()).toBe(false));
  await user.click(screen.getByText('Tell us what they answered'));
  await user.click(screen.getByRole('radio', { name: /They do not owe it/ }));
  await user.type(screen.getByLabelText(/Their reasons/), 'A gift.');
  expect(isHeld()).toBe(true);
});
