import { axeViolations } from '@redress/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { A_CLAIM, answersOf, openAt, type RenderedWizard } from '../testing/render-wizard.tsx';

const openRows = async (page: RenderedWizard, summary = 'Add dates and proof') =>
  page.user.click(await screen.findByText(summary));

describe('what happened', () => {
  it('asks for the days of the category, and keeps rows beside and inside the text', async () => {
    const page = await openAt('4.0');
    await openRows(page);
    const first = await screen.findByRole('button', { name: /^Add this When did you lend/ });
    expect(await axeViolations(page.container)).toEqual([]);
    await page.user.click(first);
    const row = within(screen.getByRole('group', { name: /When did you lend the money/ }));
    expect(row.getByRole('combobox', { name: 'Do you know the day?' })).toHaveFocus();
    fireEvent.change(row.getByLabelText('Day'), { target: { value: '2024-02-29' } });
    await page.user.selectOptions(row.getByRole('combobox', { name: /proof/ }), 'A message');
    expect(await axeViolations(page.container)).toEqual([]);
    await page.user.click(row.getByRole('button', { name: /^Done/ }));
    expect(screen.getByRole('button', { name: /^Change 1: On February 29, 2024, I lent you/ })).toHaveFocus();
    expect(answersOf(page).facts).toEqual([
      expect.objectContaining({ asks: 'lent', day: '2024-02-29', proof: 'message' }),
    ]);
    expect(answersOf(page).claimDescription).toBe(
      `${A_CLAIM.claimDescription}\n\nOn February 29, 2024, I lent you the money.`,
    );
    expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue(A_CLAIM.claimDescription);
  });

  it('makes rows of the paragraph one by one, gives back the last that was removed, and asks no day twice', async () => {
    const claimDescription = 'On May 1, 2024 I lent you the money. You never answered. It hurts.';
    const page = await openAt('4.0', { claimDescription });
    await openRows(page);
    await page.user.click(await screen.findByRole('button', { name: 'Find dates in this text' }));
    expect(screen.getByText(/^We made these lines/)).toHaveFocus();
    expect(screen.getByText('Answers: When did you lend the money?')).toBeInTheDocument();
    await page.user.click(screen.getByRole('button', { name: /^Add this line On May 1, 2024/ }));
    expect(screen.queryByRole('button', { name: /When did you lend/ })).toBeNull();
    const own = screen.getByRole('textbox', { name: 'What happened' });
    expect(own).toHaveValue('You never answered. It hurts.');
    expect(answersOf(page).facts).toEqual([expect.objectContaining({ asks: 'lent', day: '2024-05-01', who: 'me' })]);
    await page.user.click(screen.getByRole('button', { name: /^Remove 1:/ }));
    expect(answersOf(page).claimDescription).toBe('You never answered. It hurts.');
    const undo = screen.getByRole('button', { name: 'Undo' });
    expect(undo).toHaveFocus();
    await page.user.click(undo);
    expect(screen.getByRole('button', { name: /^Change 1: On May 1/ })).toHaveFocus();
    expect(answersOf(page).claimDescription).toContain('On May 1, 2024, I lent you the money.');
  });

  it('keeps the focus when a line is left as text', async () => {
    const page = await openAt('4.0', { claimDescription: 'On May 1, 2024 I lent you the money.' });
    await openRows(page);
    await page.user.click(await screen.findByRole('button', { name: 'Find dates in this text' }));
    await page.user.click(screen.getByRole('button', { name: /^Leave it as text/ }));
    expect(screen.getByText(/^We have no line to suggest/)).toHaveFocus();
  });

  it('goes on with rows alone, and tells what cannot be right without holding anything up', async () => {
    const page = await openAt('4.0', {
      claimDescription: '',
      facts: [{ id: 'a', asks: 'lent', who: 'me', what: 'lent you $500', day: '2124-05-01', dayIs: 'exact' }],
    });
    expect(await screen.findByText('This day has not come yet.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue('');
    fireEvent.change(screen.getByRole('textbox', { name: 'What happened' }), { target: { value: 'See below.' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'What happened' }), { target: { value: '' } });
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: /How did you calculate/ })).toBeInTheDocument();
    expect(answersOf(page).claimDescription).toBe('On May 1, 2124, I lent you $500.');
  });

  it('reads a row as the letter is read, and takes what may not be printed out of the row', async () => {
    const page = await openAt('4.0', {
      facts: [
        {
          id: 'a',
          who: 'me',
          what: 'lent you $500. I will call the police. Then I left.',
          day: '2024-05-01',
          dayIs: 'exact',
        },
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: /^Change 1:/ }));
    await page.user.click(await screen.findByRole('button', { name: 'Take it out' }));
    expect(answersOf(page).facts?.[0]?.what).toBe('lent you $500. Then I left.');
  });
});

describe('the sum', () => {
  it('adds up items less credits beside the amount that is asked for, and makes both equal by one act', async () => {
    const page = await openAt('4.1', {
      amount: '1250',
      sumItems: [
        { id: 'a', label: 'Deposit', cents: 150_000 },
        { id: 'b', label: 'Paid back', cents: 40_050, isCredit: true, day: '2024-06-01' },
      ],
    });
    expect(await screen.findByText(/add up to \$1,099.50. You ask for \$1,250.00/)).toBeInTheDocument();
    expect(await axeViolations(page.container)).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Ask for $1,099.50' }));
    expect(answersOf(page).amount).toBe('1099.50');
    expect(screen.getByRole('heading', { name: 'How did you calculate $1,099.50' })).toBeInTheDocument();
    await page.user.click(screen.getByRole('button', { name: 'Add an amount' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'What is it for?' }), { target: { value: 'Keys' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Amount' }), { target: { value: '0.1' } });
    fireEvent.blur(screen.getByRole('textbox', { name: 'Amount' }));
    expect(answersOf(page).sumItems?.[2]).toMatchObject({ label: 'Keys', cents: 10 });
    expect(answersOf(page).claimCalculation).toContain('Paid back (June 1, 2024): -$400.50');
  });
});
