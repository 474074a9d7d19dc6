import { axeViolations } from '@redress/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { answersOf, openAt } from '../testing/render-wizard.tsx';

it.each([
  ['4.0', 'claimDescription', 'Please tell us what happened before continuing!'],
  ['4.1', 'claimCalculation', 'Please explain how you calculated the claim amount before continuing!'],
])('refuses white space on %s and leads to the field', async (step, field, message) => {
  const page = await openAt(step, { [field]: ' \n ' });
  await page.user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveFocus();
  expect(await axeViolations(page.container)).toEqual([]);
});

it('names the amount in dollars and cents on the calculation screen, and $0.00 when there is none', async () => {
  await openAt('4.1', { amount: '1250.5' });
  expect(await screen.findByRole('heading', { name: 'How did you calculate $1,250.50' })).toBeInTheDocument();
});

it('keeps a story of 20,000 characters with emoji, right-to-left text and line breaks, unchanged', async () => {
  const page = await openAt('4.0', { claimDescription: '' });
  const story = `Line one\r\n\nمرحبا 🙂 שלום ${'x'.repeat(19_970)}`.slice(0, 20_000);
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: story } });
  fireEvent.blur(screen.getByRole('textbox'));
  expect(answersOf(page).claimDescription).toHaveLength(
    (screen.getByRole('textbox') as HTMLTextAreaElement).value.length,
  );
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: /How did you calculate/ })).toBeInTheDocument();
});

describe('dictation', () => {
  class FakeRecognition {
    static last: FakeRecognition;
    onresult: ((event: unknown) => void) | null = null;
    onend: (() => void) | null = null;
    onerror: ((event: { error: string }) => void) | null = null;
    started = 0;
    constructor() {
      FakeRecognition.last = this;
    }
    start() {
      this.started += 1;
    }
    stop() {
      this.onend?.();
    }
    abort() {}
  }
  const scope = globalThis as { SpeechRecognition?: unknown };
  afterEach(() => delete scope.SpeechRecognition);

  it('appends what is spoken behind what is there', async () => {
    scope.SpeechRecognition = FakeRecognition;
    const page = await openAt('4.0', { claimDescription: 'They left.' });
    await page.user.click(await screen.findByRole('button', { name: 'Dictate' }));
    act(() => FakeRecognition.last.onresult?.({ results: [[{ transcript: 'I waited' }]] }));
    expect(answersOf(page).claimDescription).toBe('They left. I waited');
    act(() => FakeRecognition.last.onend?.());
    expect(screen.getByRole('button', { name: 'Dictate' })).toHaveAttribute('aria-pressed', 'false');
  });

  it.each([
    ['4.0', 'Your browser does not support the Speech API. Use Chrome or Edge. You can also type.'],
    ['4.1', 'Your browser does not support the Speech API. Use Chrome, Edge or Safari. You can also type.'],
  ])('says on %s which browsers can do it', async (step, message) => {
    const page = await openAt(step);
    await page.user.click(await screen.findByRole('button', { name: 'Dictate' }));
    expect(screen.getByText(message)).toBeInTheDocument();
  });
});

it('lets everything about payment stay empty', async () => {
  const page = await openAt('4.2');
  await page.user.click(await screen.findByRole('checkbox', { name: "Cashier's Check" }));
  expect(answersOf(page).paymentTypes).toEqual(["Cashier's Check"]);
  await page.user.click(screen.getByRole('checkbox', { name: "Cashier's Check" }));
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: "Let's get your signature" })).toBeInTheDocument();
});

it('keeps what the letter should say, and asks for a whole address when another one is shown', async () => {
  const page = await openAt('4.2');
  await page.user.click(
    await screen.findByText(/What the letter says: plain; parts may be proposed; nothing left out/),
  );
  expect(screen.getByRole('radio', { name: 'Plain' })).toBeChecked();
  await page.user.click(screen.getByRole('radio', { name: /Friendly/ }));
  await page.user.click(screen.getByRole('radio', { name: 'I would accept a sum each month' }));
  await page.user.type(screen.getByRole('textbox', { name: /How much a month/ }), '150');
  await page.user.click(screen.getByRole('checkbox', { name: 'My phone number' }));
  await page.user.click(screen.getByRole('checkbox', { name: /Show them another address/ }));
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findAllByText('This field is required')).length).toBeGreaterThan(0);
  expect(answersOf(page)).toMatchObject({
    tone: 'friendly',
    partPayments: 'monthly',
    partPaymentAmount: '150',
    letterLeavesOut: ['phone'],
    showsOtherAddress: true,
  });
  expect(await axeViolations(page.container)).toEqual([]);
  await page.user.click(screen.getByRole('checkbox', { name: /Show them another address/ }));
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: "Let's get your signature" })).toBeInTheDocument();
});

it('puts the conditions of the law of the place to a tenant, with their source, and keeps what is ticked alone', async () => {
  const page = await openAt('4.2', {
    situation: 'tenant-landlord',
    disputing: ['security-deposit'],
    incidentState: 'TX',
    incidentZipcode: '78701',
  });
  await page.user.click(await screen.findByText(/What the letter says: plain/));
  const asked = within(await screen.findByRole('group', { name: /Which of these are true/ }));
  expect(asked.getAllByRole('checkbox').length).toBeGreaterThan(1);
  await page.user.click(asked.getByRole('checkbox', { name: 'The landlord kept the deposit in bad faith.' }));
  expect(screen.getByText(/Texas Property Code, section 92\.109/)).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: "Let's get your signature" })).toBeInTheDocument();
  expect(answersOf(page).lawAnswers).toEqual([expect.stringMatching(/^TX\.multiple\.multiple#/)]);
});

it('asks for a signature under the declaration with the state, and clears it to nothing', async () => {
  const page = await openAt('4.3');
  await screen.findByText('I declare under Iowa Law that the information I have submitted is true and correct.');
  expect(screen.getByText(/Signature saved/)).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'Clear Signature' }));
  expect(answersOf(page).signature).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Please sign before continuing!')).toBeInTheDocument();
});
