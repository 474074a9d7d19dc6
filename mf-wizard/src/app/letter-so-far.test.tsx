import type { ClaimFormData } from '@redress/contracts';
import { aUser, axeViolations, renderApp } from '@redress/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PaymentLetter } from '../features/slots/payment-letter.tsx';
import { A_CLAIM, renderWizard, type WizardOptions } from '../testing/render-wizard.tsx';

const STEP_1 = [
  'situation', 'situationLabel', 'disputing', 'disputingLabels', 'amount', 'date',
  'incidentAddress', 'incidentCity', 'incidentState', 'incidentZipcode',
] as const; // prettier-ignore
const afterStep1 = Object.fromEntries(STEP_1.map((field) => [field, A_CLAIM[field]])) as ClaimFormData;

const open = (at: string, options: WizardOptions = {}) =>
  renderWizard({
    formData: afterStep1,
    user: aUser(),
    session: { current_step: at.replace('.', 'sub') },
    route: `/?step=${at}`,
    isWide: true,
    ...options,
  });
const sheet = () => screen.findByRole('region', { name: 'Your letter so far' });
const marked = (letter: HTMLElement) =>
  [...letter.querySelectorAll('mark')].map(({ textContent }) => textContent).join(' ');

it('stands beside step 2 with what step 1 said, fills as the next answer comes, and reads nothing out by itself', async () => {
  const { user, container } = await open('2.0');
  const letter = await sheet();
  await waitFor(() =>
    expect(letter).toHaveTextContent('Request for payment of $1,250.00: a loan that was not paid back'),
  );
  expect(letter).not.toHaveTextContent(/writing to ask you to pay/);
  expect(screen.getByText(/^This is a draft\./)).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: /Business/ }));
  await waitFor(() => expect(letter).toHaveTextContent('We are writing to ask you to pay $1,250.00'));
  expect(letter.closest('[aria-live], [role="status"], [role="log"]')).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

it.each([
  ['2.1', { userType: '1' }, /_/],
  ['4.0', A_CLAIM, /^Lee borrowed the money and has not paid it back\.$/],
  ['4.3', A_CLAIM, /^Zoë O'Brien-Núñez/],
] as const)('marks what is asked now: screen %s', async (at, answers, asked) => {
  await open(at, { formData: { ...afterStep1, ...answers } });
  const letter = await sheet();
  await waitFor(() => expect(marked(letter)).toMatch(asked));
});

it('leaves out what the letter must not print', async () => {
  const claimDescription = 'Lee borrowed the money. Pay me or I will call the police.';
  await open('4.1', { formData: { ...A_CLAIM, claimDescription } });
  const letter = await sheet();
  await waitFor(() => expect(letter).toHaveTextContent('Lee borrowed the money.'));
  expect(letter).not.toHaveTextContent('police');
});

it('carries at the payment the day on which it goes out', () => {
  const onPayBy = jest.fn();
  const goesOutAt = Date.parse('2026-12-29T00:31:00-06:00');
  const { container } = renderApp(<PaymentLetter {...{ goesOutAt, onPayBy }} />, { formData: A_CLAIM });
  expect(container).toHaveTextContent('December 29, 2026');
  expect(onPayBy).toHaveBeenCalledWith('2027-01-20');
});

it('is composed when typing rests, and not for its keys', async () => {
  await open('4.0', { formData: { ...A_CLAIM, claimDescription: '' } });
  const letter = await sheet();
  await waitFor(() => expect(letter).toHaveTextContent('What happened'));
  let drawn = 0;
  new MutationObserver(() => (drawn += 1)).observe(letter, { childList: true, subtree: true });
  // On real time a busy machine made pauses between the keys.
  jest.useFakeTimers();
  for (const value of ['They kept the deposit', 'They kept it and do', 'They kept it and do not answer.']) {
    fireEvent.change(screen.getByRole('textbox', { name: 'What happened' }), { target: { value } });
    await act(async () => void jest.advanceTimersByTime(299));
    expect(drawn).toBe(0);
  }
  // The pause after which the answer is handed over; then the one after which the letter is composed.
  await act(async () => void jest.advanceTimersByTime(1));
  expect(drawn).toBe(0);
  await act(async () => void jest.advanceTimersByTime(401));
  jest.useRealTimers();
  expect(letter).toHaveTextContent('They kept it and do not answer.');
  expect(drawn).toBe(1);
});

it('is opened by one line where there is no room, over the question and without losing a word of it', async () => {
  const { user } = await open('4.0', { formData: { ...A_CLAIM, claimDescription: '' }, isWide: false });
  await user.type(await screen.findByRole('textbox', { name: 'What happened' }), 'They kept the deposit.');
  const line = screen.getByRole('button', { name: 'See your letter so far' });
  await user.click(line);
  const dialog = within(screen.getByRole('dialog', { name: 'Your letter so far' }));
  expect(await dialog.findByText('They kept the deposit.')).toBeInTheDocument();
  expect(dialog.getByText(/^This is a draft\./)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(line).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue('They kept the deposit.');
});

it.each(['1.2', '4.4', '5.0'])('is neither beside screen %s nor offered there', async (at) => {
  for (const isWide of [true, false]) {
    const { unmount } = await open(at, { formData: A_CLAIM, isWide });
    expect(screen.getByRole('progressbar', { name: 'Steps of your case' })).toBeInTheDocument();
    expect(screen.queryByText(/your letter so far/i)).toBeNull();
    unmount();
  }
});

it('leads from each fact below the letter to its question and back', async () => {
  const { user } = await open('4.0', { formData: A_CLAIM });
  await sheet();
  await user.click(screen.getByRole('button', { name: /Change\s+Amount/ }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { level: 1, name: /what happened/ })).toBeInTheDocument();
});
