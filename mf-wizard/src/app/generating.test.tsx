import { GENERATING_STAGES } from '@redress/domain';
import { selectWizard } from '@redress/session-store';
import { aUser, axeViolations } from '@redress/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { A_CLAIM, keepEdit, renderWizard, type WizardOptions } from '../testing/render-wizard.tsx';

const TOTAL_MS = GENERATING_STAGES.reduce((sum, { durationMs }) => sum + durationMs, 0);
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const open = async (options: WizardOptions = {}) => {
  const page = await renderWizard({
    formData: A_CLAIM,
    user: aUser(),
    session: { current_step: '4sub4' },
    route: '/?step=4.4',
    ...options,
  });
  await pass(100);
  return page;
};
const isOn = ({ store }: Awaited<ReturnType<typeof open>>) => {
  const { step, subStep } = selectWizard(store.getState());
  return `${step}.${subStep}`;
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('shows what each stage found, the letter to read, and continues by itself 2 s after the last', async () => {
  const page = await open();
  expect(screen.getByRole('heading', { name: 'Generating Your File' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
  await pass(TOTAL_MS);
  expect(screen.getByText('Found at jurisdiction')).toBeInTheDocument();
  const letter = screen.getByRole('region', { name: 'Preview of your letter' });
  expect(letter).toHaveTextContent('You owe me $1,250.00.');
  expect(within(letter).getAllByText('PREVIEW')[0]).toBeInTheDocument();
  expect(selectWizard(page.store.getState()).generationComplete).toBe(true);
  expect(isOn(page)).toBe('4.4');
  await pass(2_000);
  expect(isOn(page)).toBe('5.0');
});

it('keeps Next shut until it has completed', async () => {
  const page = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await pass(50);
  expect(isOn(page)).toBe('4.4');
  await pass(TOTAL_MS);
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await pass(50);
  expect(isOn(page)).toBe('5.0');
});

it('stays for somebody who asks for it', async () => {
  const page = await open();
  await pass(TOTAL_MS);
  fireEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));
  await pass(60_000);
  expect(isOn(page)).toBe('4.4');
  expect(screen.getByText('You stay here until you go on.')).toBeInTheDocument();
});

it.each(['wheel', 'touchMove', 'keyDown', 'pointerDown', 'focus'] as const)(
  'waits for a reader until 4 s after the last %s in the letter, before the end or after it',
  async (event) => {
    const page = await open();
    const move = () => fireEvent[event](screen.getByRole('region', { name: 'Preview of your letter' }));
    move();
    await pass(TOTAL_MS + 3_500);
    expect(isOn(page)).toBe('4.4');
    move();
    await pass(3_900);
    expect(isOn(page)).toBe('4.4');
    await pass(200);
    expect(isOn(page)).toBe('5.0');
  },
);

it('waits while the letter lies open over the screen, however long', async () => {
  const page = await open();
  await pass(TOTAL_MS);
  fireEvent.click(screen.getByRole('button', { name: 'Read all' }));
  await pass(60_000);
  expect(isOn(page)).toBe('4.4');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(3_900);
  expect(isOn(page)).toBe('4.4');
  await pass(200);
  expect(isOn(page)).toBe('5.0');
});

it('says which stage failed, tries it again, and shows no progress that is not there', async () => {
  const page = await open({ calls: { reviewCase: { refuse: 'LETTER_GENERATION_FAILED' } } });
  await pass(TOTAL_MS);
  expect(screen.getByRole('alert')).toHaveTextContent('Error generating demand letter');
  expect(screen.getByRole('progressbar', { name: 'Generating Your File' })).toHaveAttribute('value', String(1 / 6));
  expect(isOn(page)).toBe('4.4');
  page.server.use({ reviewCase: { stage: '', findings: [{ text: 'Now it works', tone: 'info' }] } });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(TOTAL_MS);
  expect(screen.getAllByText('Now it works')).toHaveLength(6);
});

it('saves before it asks, so that the server reviews what is on screen', async () => {
  const page = await open();
  await pass(TOTAL_MS);
  const calls = page.server.requests.map(({ call }) => call);
  expect(calls.indexOf('reviewCase')).toBeGreaterThan(-1);
  expect(
    page.server.requests.filter(({ call }) => call === 'reviewCase').map(({ request }) => request['stage']),
  ).toEqual(['details', 'jurisdiction', 'letter', 'court-papers', 'trial-support', 'done']);
});

it('generates nothing from half a claim, and leads to what is missing', async () => {
  const page = await open({ formData: { ...A_CLAIM, defendantCity: '' } });
  await pass(TOTAL_MS);
  expect(page.server.requests.some(({ call }) => call === 'reviewCase')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Go to the first one' }));
  await pass(50);
  expect(isOn(page)).toBe('3.1');
});

it('lets every answer be checked and changed before anything is paid, and comes back', async () => {
  const page = await open();
  await pass(TOTAL_MS);
  const answers = within(screen.getByRole('region', { name: 'Check your answers' }));
  expect(answers.getByText('$1,250.00')).toBeInTheDocument();
  expect(answers.getByText("Zoë O'Brien-Núñez")).toBeInTheDocument();
  fireEvent.click(answers.getByRole('button', { name: /Change\s+How you calculated it/ }));
  await pass(100);
  expect(isOn(page)).toBe('4.1');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Counted again.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await pass(100);
  expect(isOn(page)).toBe('4.4');
  // The answer changed, so the letter is drafted anew before Next opens.
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
});

it('shows each row once, and Change leads to that row and back', async () => {
  const page = await open({
    formData: {
      ...A_CLAIM,
      claimDescription: 'It hurts.\n\nOn May 1, 2024, I lent you $500.\nYou promised it.',
      facts: [
        { id: 'a', who: 'me', what: 'lent you $500', day: '2024-05-01', dayIs: 'exact' },
        { id: 'b', who: 'them', what: 'promised it', dayIs: 'unknown', proof: 'message' },
        { id: 'c', asks: 'due', happened: false, who: 'them', what: '' },
      ],
      claimCalculation: 'Loan: $500.00',
      sumItems: [{ id: 'd', label: 'Loan', cents: 50_000 }],
    },
  });
  const told = (name: string) =>
    screen.getAllByRole('term').find(({ textContent }) => textContent === name)?.nextElementSibling?.textContent;
  expect([told('What happened'), told('What happened, line 1'), told('What happened, line 2'), told('What happened, line 3')]).toEqual([
    'It hurts.', 'On May 1, 2024, I lent you $500.', 'You promised it.\nDay not known · Proof: A message', 'By which day should they have paid?\nThis did not happen',
  ]); // prettier-ignore
  expect([told('How you calculated it'), told('The sum, line 1')]).toEqual([undefined, 'Loan: $500.00']);
  fireEvent.click(screen.getByRole('button', { name: 'Change What happened, line 2' }));
  await pass(100);
  expect(isOn(page)).toBe('4.0');
  const row = within(screen.getByRole('group', { name: /You promised it/ }));
  expect(row.getByRole('combobox', { name: 'Do you know the day?' })).toHaveFocus();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await pass(100);
  expect(isOn(page)).toBe('4.4');
});

it('does not run again for somebody who comes back with the same answers', async () => {
  const page = await open();
  await pass(TOTAL_MS + 2_000);
  fireEvent.click(screen.getByRole('button', { name: 'wizard.package back' }));
  await pass(100);
  expect(isOn(page)).toBe('4.4');
  expect(screen.getByRole('region', { name: 'Preview of your letter' })).toHaveTextContent('You owe me');
  await pass(60_000);
  expect(isOn(page)).toBe('4.4');
  expect(page.server.requests.filter(({ call }) => call === 'reviewCase')).toHaveLength(6);
});

it('has no Next button in reading B, and still continues by itself', async () => {
  const page = await open({ wizard: { layout: 'B' } });
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  await pass(TOTAL_MS + 2_000);
  expect(isOn(page)).toBe('5.0');
});

it('passes over packages and payment in edit mode, and updates a letter only on request', async () => {
  const pair = { originalSessionId: 'b'.repeat(24), editSessionId: 'd'.repeat(24) };
  keepEdit(pair);
  const page = await open();
  expect(screen.getByText('You are changing a finished case.')).toBeInTheDocument();
  await pass(TOTAL_MS + 10_000);
  expect(isOn(page)).toBe('4.4');
  fireEvent.click(screen.getByRole('button', { name: 'Update the letter' }));
  await pass(100);
  expect(isOn(page)).toBe('5.2');
  fireEvent.click(screen.getByRole('button', { name: 'wizard.order back' }));
  await pass(100);
  expect(isOn(page)).toBe('4.4');
});

describe('the list of what to gather', () => {
  const ITEMS = ['Invoice or contract', 'Messages'];
  const withList = {
    reviewCase: ({ stage }: { stage?: unknown }) => ({
      stage: String(stage),
      findings: stage === 'trial-support' ? [{ text: 'Worth gathering: …', tone: 'info' as const, items: ITEMS }] : [],
    }),
  };
  const openDone = async () => {
    const page = await open({ calls: withList as never });
    await pass(TOTAL_MS);
    return page;
  };
  const box = (name: string) => screen.getByRole('checkbox', { name });

  it('stands once on the page, as boxes to tick, remembered for the claim', async () => {
    const { unmount, container } = await openDone();
    expect(screen.queryByText('Worth gathering: …')).toBeNull();
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    fireEvent.click(box('Messages'));
    expect(box('Messages')).toBeChecked();
    jest.useRealTimers();
    expect(await axeViolations(container)).toEqual([]);
    jest.useFakeTimers();
    unmount();
    await openDone();
    expect(box('Messages')).toBeChecked();
    expect(box('Invoice or contract')).not.toBeChecked();
    fireEvent.click(box('Messages'));
    expect(Object.keys(localStorage).filter((key) => key.includes('gathered'))).toEqual([]);
  });

  it('is printed alone, and the letter is what a print of the page shows again afterwards', async () => {
    await openDone();
    const list = () => document.querySelector('[data-printing]');
    let printed: Element | null = null;
    window.print = () => (printed = list()) && undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Print this list' }));
    expect(printed).toHaveTextContent('Invoice or contract');
    fireEvent(window, new Event('afterprint'));
    expect(list()).toBeNull();
  });

  it('is the sentence of the server where it gives no list', async () => {
    await open();
    await pass(TOTAL_MS);
    expect(screen.getByText('Found at trial-support')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

it('shows one progress for the file, and an empty sheet until the letter is there', async () => {
  await open();
  expect(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'Steps of your case',
    'Generating Your File',
  ]);
  expect(screen.getByRole('region', { name: 'Preview of your letter' })).toHaveTextContent(/^Your letter appears here/);
  expect(screen.queryByText('PREVIEW')).toBeNull();
});

it('is accessible while it works and when it is done', async () => {
  const { container } = await open();
  await pass(TOTAL_MS);
  jest.useRealTimers();
  expect(await axeViolations(container)).toEqual([]);
});
