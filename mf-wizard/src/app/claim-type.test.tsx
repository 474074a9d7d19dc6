import { selectWizard } from '@redress/session-store';
import { aUser } from '@redress/testing';
import { screen } from '@testing-library/react';
import { renderWizard, wizardCalls } from '../testing/render-wizard.tsx';

it('asks for the kind of claim, and says so when Continue is pressed without one', async () => {
  const { user, host } = await renderWizard();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Please select a category before continuing!')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Debt collection' })).toHaveFocus();
  expect(host.title()).toMatch(/^Error: /);
  await user.click(screen.getByRole('radio', { name: 'Auto repair' }));
  expect(screen.queryByText('Please select a category before continuing!')).toBeNull();
});

it('shows an error screen when the kinds of claims cannot be had, and keeps the choice over trying again', async () => {
  const page = await renderWizard({ formData: { situation: 'auto-repair' }, calls: { categories: 'offline' } });
  const sentence = 'An error occurred while loading categories';
  // The request is repeated a few times before the error is shown.
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.queryByRole('radio')).toBeNull();
  page.server.use(wizardCalls());
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: 'Auto repair' })).toBeChecked();
});

it('goes from the kind of claim to what is in dispute, and on only with a box ticked', async () => {
  const { user, store } = await renderWizard();
  await user.click(screen.getByRole('radio', { name: 'Debt collection' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Check all that apply' })).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Please select at least one subcategory before continuing!')).toBeInTheDocument();
  const [first] = screen.getAllByRole('checkbox');
  await user.click(first as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Tell us more about it' })).toBeInTheDocument();
  expect(selectWizard(store.getState()).formData.disputing).toHaveLength(1);
});

it('a tab that comes back to its claim names the step at once, and takes no choice on the drawn first screen for an answer', async () => {
  // Firefox puts back what was chosen before a reload, into a screen that was drawn for whoever comes first.
  document.body.insertAdjacentHTML('beforeend', '<p data-hydrating><input type="radio" name="situation"></p>');
  const choice = Object.assign(document.querySelector('p input') as HTMLInputElement, { value: 'auto-repair' });
  choice.checked = true;
  const calls = { getFormSession: () => new Promise<never>(() => undefined) as never };
  const { store } = await renderWizard({ route: '/?step=2.1', session: {}, calls });
  expect(screen.getByText('Step 2 of 6 · Your Information')).toBeInTheDocument();
  choice.closest('p')?.remove();
  expect(selectWizard(store.getState())).toMatchObject({ formChanged: false, formData: {} });
});

it('says what is missing where no kind of claim was chosen', async () => {
  await renderWizard({ route: '/?step=1.1', formData: { disputing: ['unpaid-loan'] } });
  expect(await screen.findByText(/^Main category not selected\. Go back/)).toBeInTheDocument();
});

it('passes over the boxes of a category that has none, and Back from there leads to the categories', async () => {
  const { user } = await renderWizard();
  await user.click(screen.getByRole('radio', { name: 'Other' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Tell us more about it' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('heading', { name: /best classifies/ })).toBeInTheDocument();
});

it('shows the gate to a visitor, whose close button leads one screen back', async () => {
  const { user } = await renderWizard({ route: '/?step=1.3' });
  await user.click(await screen.findByRole('button', { name: 'wizard.account-gate back' }));
  expect(await screen.findByRole('heading', { name: 'Tell us more about it' })).toBeInTheDocument();
});

it('never shows the gate to somebody who is signed in', async () => {
  await renderWizard({ route: '/?step=1.3', user: aUser() });
  expect(await screen.findByRole('heading', { name: 'Who are you filing this claim as?' })).toBeInTheDocument();
});
