import type { CaseFile, MoneyRow } from '@redress/contracts';
import { aUser, axeViolations, noonOf, renderApp, type RenderOptions } from '@redress/testing';
import { screen, waitFor, within } from '@testing-library/react';
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
  next: { step: 'wait', until: '2026-03-20' },
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
  second_letter: null,
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
const asked = { next: { step: 'ask', until: null }, today: '2026-03-21' };
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
  server.use({ getCase: answered });
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /No, nothing/ })).not.toBeChecked());
  expect(sent(server)).toMatchObject([{ kind: 'none' }]);
});

it('keeps a part with its amount and day, and says what is missing before it asks', async () => {
  const { user, server } = draw(aCase(asked), { reportPayment: aCase(asked) });
  await user.click(await screen.findByRole('radio', { name: /A part of it/ }));
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  expect((await screen.findAllByText('Enter the amount in dollars, like 1250 or 1250.50')).length).toBeGreaterThan(0);
  expect(sent(server)).toEqual([]);
  await user.type(screen.getByLabelText('How much came'), '250.5');
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  await waitFor(() => expect(sent(server)).toHaveLength(1));
  expect(sent(server)[0]).toEqual({
    form_session_id: ID,
    report_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    revision: 0,
    kind: 'part',
    amount: 250.5,
    day: '2026-03-21',
  });
});

it('sends the same report again under its id when the answer was lost, and says when another tab was first', async () => {
  const { user, server } = draw(aCase(asked), { reportPayment: { refuse: 'INTERNAL', message: 'Try again later' } });
  await user.click(await screen.findByRole('radio', { name: /No, nothing/ }));
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  await screen.findByText('Try again later');
  server.use({ reportPayment: { refuse: 'CONFLICT' } });
  await user.click(screen.getByRole('button', { name: 'Keep this' }));
  expect(await screen.findByText(/You reported something else in the meantime/)).toBeInTheDocument();
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
  await waitFor(() =>
    expect(sent(server)[0]).toMatchObject({ kind: 'withdraw', replaces: 'b'.repeat(24), revision: 2 }),
  );
  await user.click(await screen.findByRole('button', { name: `Put right: ${named}` }));
  const form = within(screen.getByRole('form', { name: 'Put right' }));
  expect(form.getByLabelText('How much came')).toHaveValue('250.5');
  await user.click(form.getByRole('radio', { name: /Yes, all of it/ }));
  await user.click(form.getByRole('button', { name: 'Keep this' }));
  await waitFor(() =>
    expect(sent(server)[1]).toMatchObject({ kind: 'all', day: '2026-03-08', replaces: 'b'.repeat(24) }),
  );
});

it('closes with a reason and opens again, but not what the ledger closed', async () => {
  const closed = aCase({ closed: 'settled', next: { step: 'closed', until: null } });
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
  expect(screen.getByRole('link', { name: 'Go to your home page' })).toHaveAttribute('href', '/dashboard');
});

it.each(['to_read', 'returned', 'unpaid', 'closed', 'of a newer service'])('has a next step: %s', async (step) => {
  draw(aCase({ next: { step, until: null }, closed: step === 'closed' ? 'paid' : null }));
  await screen.findByText('Łucja Ng owes you $1,250.50');
  const ways = { to_read: 'Open your letter', returned: 'See where your letter is', unpaid: 'See court papers', closed: 'You reported that all the money came.' }; // prettier-ignore
  expect(screen.getAllByText(ways[step as keyof typeof ways] ?? 'Go to your home page').length).toBeGreaterThan(0);
});

it('offers the papers that hold as the case stands, and those of a newer service not', async () => {
  URL.createObjectURL = jest.fn(() => 'blob:paper');
  URL.revokeObjectURL = jest.fn();
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { user, server } = draw(aCase({ to_print: ['balance', 'of a newer service'], revision: 3 }), {
    casePaper: new Blob(['%PDF'], { type: 'application/pdf' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Download a letter of balance' }));
  await waitFor(() =>
    expect(server.requests.find(({ call }) => call === 'casePaper')?.request).toEqual({
      form_session_id: ID,
      paper: 'balance',
    }),
  );
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: 'Download a receipt' })).not.toBeInTheDocument();
  saved.mockRestore();
});

it('makes an address for a calendar, shows it, and takes it away', async () => {
  const address = 'http://localhost:3000/api/case/calendar.ics?key=k';
  const { user, server, container } = draw(aCase({ calendar: null }), { switchCaseCalendar: aCase() });
  server.use({ getCase: aCase({ calendar: address }) });
  await user.click(await screen.findByRole('button', { name: 'Make an address' }));
  expect(await screen.findByRole('link', { name: 'Add to your calendar' })).toHaveAttribute('href', address);
  expect(await axeViolations(container)).toEqual([]);
  server.use({ getCase: aCase({ calendar: null }) });
  await user.click(screen.getByRole('button', { name: 'Stop this address' }));
  expect(await screen.findByRole('button', { name: 'Make an address' })).toBeInTheDocument();
  const asked = server.requests.filter(({ call }) => call === 'switchCaseCalendar');
  expect(asked.map(({ request }) => request)).toMatchObject([{ on: true }, { on: false }]);
});

describe('their answer', () => {
  const payments = [{ day: '2026-04-30', amount: 650.5, open: 0 }, { day: '2026-05-30', amount: 600, open: 100 }]; // prettier-ignore
  const terms = { now: 0, now_day: null, each: 650.5, every: 'month' as const, from: '2026-04-30' };
  const offer = { id: 'f'.repeat(24), kind: 'offer', reported_at: noonOf('2026-03-09'), words: '', terms, standing: 'counts' as const }; // prettier-ignore

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

it('offers a second letter with its price, shows it before it is paid, and takes its claim to the payment', async () => {
  const second_letter = {
    package_id: 'second-letter',
    title: 'Second Demand Letter',
    price: 29,
    standing: 'offered',
    form_session_id: null,
  };
  const claim = 'c'.repeat(24);
  const { user, visited, store } = draw(aCase({ second_letter, next: { step: 'unpaid', until: null } }), {
    openSecondLetter: {
      form_session_id: claim,
      follows_demand_id: 'd'.repeat(24),
      package_id: 'second-letter',
      demand_letter: 'I wrote to you.',
    },
    getFormSession: {
      session: {
        form_session_id: claim,
        form_data: { selectedPackage: 'second-letter' },
        revision: 1,
        saved_at: null,
        current_step: '5sub1',
        progress: 90,
        is_completed: false,
        is_paid: false,
        original_session_id: ID,
        follows_demand_id: 'd'.repeat(24),
      },
    },
  });
  expect(await screen.findByText(/It costs \$29\.00 before tax/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Read the second letter' }));
  expect(await screen.findByRole('article', { name: 'The second letter as we would mail it' })).toHaveTextContent(
    'I wrote to you.',
  );
  await user.click(screen.getByRole('button', { name: 'Go on to pay $29.00' }));
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(store.getState().wizard).toMatchObject({
    formSessionId: claim,
    follows: { demandId: 'd'.repeat(24), caseId: ID },
  });
});

it('says where a second letter stands that was bought, and leads to it', async () => {
  const bought = {
    package_id: 'second-letter',
    title: 'Second Demand Letter',
    price: 29,
    standing: 'approved',
    form_session_id: 'c'.repeat(24),
  };
  const { user, visited } = draw(aCase({ second_letter: bought }));
  expect(await screen.findByText(/It is approved and is mailed soon/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Open the second letter' }));
  expect(visited).toEqual([`/result?claim=${'c'.repeat(24)}`]);
});
