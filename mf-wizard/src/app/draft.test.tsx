import { conflictFound, formDataMerged, orderPaid, selectWizard, sessionEnded, signedIn } from '@redress/session-store';
import { aUser, axeViolations, noonOf } from '@redress/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aSession } from '../testing/autosave-bench.ts';
import { A_CLAIM, keepEdit, renderWizard, type WizardOptions } from '../testing/render-wizard.tsx';

/** Her claim, opened at a screen. */
const claimAt = (step: string, current_step: string, more: WizardOptions = {}) =>
  renderWizard({ formData: A_CLAIM, user: aUser(), route: `/?step=${step}`, session: { current_step }, ...more });
/** Another tab has saved another amount. */
const changedElsewhere = ({ store }: Awaited<ReturnType<typeof renderWizard>>) =>
  act(() => void store.dispatch(conflictFound(aSession({ form_data: { ...A_CLAIM, amount: '900' }, revision: 8 }))));
const wizard = ({ store }: Awaited<ReturnType<typeof renderWizard>>) => selectWizard(store.getState());

it('says truly whether answers are saved', async () => {
  const page = await claimAt('4.2', '4sub2');
  expect(await screen.findByText(/^Saved at \d{1,2}:\d\d [AP]M$/)).toBeInTheDocument();
  page.server.use({ saveFormData: 'offline' });
  await page.user.type(await screen.findByLabelText(/Venmo/), '@z');
  expect(screen.getByText('Saving…')).toBeInTheDocument();
  await screen.findByText('Not saved yet. We keep trying; your answers are kept on this device');
  page.server.use({ saveFormData: { revision: 9, saved_at: '2026-03-02T14:02:00.000Z', current_step: '4sub2' } });
  await page.user.click(screen.getByRole('button', { name: 'Save now' }));
  expect(await screen.findByText(/^Saved at/)).toBeInTheDocument();
});

it('keeps saving while another remote is on the screen', async () => {
  const page = await claimAt('5.0', '5');
  await screen.findByRole('button', { name: 'wizard.package done' });
  act(() => void page.store.dispatch(formDataMerged({ selectedPackage: 'small-claims' })));
  const chosen = () => page.server.requests.map(({ request }) => request['selectedPackage']);
  await waitFor(() => expect(chosen()).toContain('small-claims'));
});

it('says that a claim is finished, and nothing of it once this tab knows that another one paid', async () => {
  const page = await claimAt('5.1', '5sub1');
  page.server.use({ saveFormData: { refuse: 'SESSION_COMPLETED' } });
  act(() => void page.store.dispatch(formDataMerged({ cardholderName: 'Ada' })));
  await screen.findByText(/case is complete/, {}, { timeout: 4_000 });
  act(() => void page.store.dispatch(orderPaid()));
  expect(screen.queryByText(/case is complete|Not saved yet/)).toBeNull();
});

it('shows two versions side by side, and keeps the one that is chosen', async () => {
  const page = await claimAt('4.2', '4sub2');
  await screen.findByLabelText(/Venmo/);
  changedElsewhere(page);
  const dialog = within(await screen.findByRole('dialog', { name: 'This case was changed somewhere else' }));
  const row = dialog.getByRole('row', { name: /Amount/ });
  expect(row).toHaveTextContent('$1,250.00');
  expect(row).toHaveTextContent('$900.00');
  expect(dialog.getAllByRole('row')).toHaveLength(2);
  await page.user.click(dialog.getByRole('button', { name: 'Take the other version' }));
  expect(wizard(page)).toMatchObject({ conflict: null, formData: { amount: '900' }, revision: 8 });
});

it('lets the choice wait without losing or saving anything', async () => {
  const page = await claimAt('4.2', '4sub2');
  await screen.findByLabelText(/Venmo/);
  changedElsewhere(page);
  await page.user.click(await screen.findByRole('button', { name: 'Choose later' }));
  expect(screen.getAllByText('Not saved yet')).not.toHaveLength(0);
  await page.user.click(screen.getByRole('button', { name: 'Choose now' }));
  await page.user.click(await screen.findByRole('button', { name: 'Keep what is on this screen' }));
  expect(wizard(page)).toMatchObject({ conflict: null, formData: { amount: '1250' } });
  const last = page.server.requests.findLast(({ call }) => call === 'saveFormData');
  expect(last?.request).toMatchObject({ amount: '1250', base_revision: 8 });
});

it('lets somebody sign in again right where they are when their session ended', async () => {
  const page = await claimAt('4.0', '4');
  const story = await screen.findByRole('textbox');
  await page.user.type(story, ' More.');
  act(() => void page.store.dispatch(sessionEnded()));
  expect(await screen.findByText('You are signed out. Log in to go on; what you typed is kept.')).toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveValue(`${A_CLAIM.claimDescription} More.`);
  await page.user.click(screen.getByRole('button', { name: 'Log in to go on' }));
  expect(await screen.findByRole('button', { name: 'wizard.account-gate done' })).toBeInTheDocument();
  act(() => void page.store.dispatch(signedIn(aUser())));
  expect(screen.queryByText(/You are signed out/)).toBeNull();
  expect(wizard(page)).toMatchObject({ step: 4, subStep: 0 });
});

it('offers the claim this browser still has, or a new one', async () => {
  const held = aSession({ form_data: { situation: 'auto-repair', situationLabel: 'Auto repair' } });
  const page = await renderWizard({ calls: { getFormSession: { session: held } } });
  expect(await screen.findByText('Welcome back')).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'Go on with it' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Auto repair' })).toBeChecked());
});

it.each([
  ['5sub1', false, /You have a case that was saved on March 2, 2026\. You have not paid for it yet\./],
  ['5', true, /You have paid for a case that was saved on March 2, 2026\. Its letter is not finished yet\./],
])('says of a claim at %s how far it was: paid %s', async (current_step, is_paid, sentence) => {
  const held = aSession({
    form_data: { situation: 'auto-repair' },
    current_step,
    is_paid,
    saved_at: noonOf('2026-03-02'),
  });
  await renderWizard({ calls: { getFormSession: { session: held } } });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('begins a new claim without deleting the old one', async () => {
  const held = aSession({ form_data: { situation: 'auto-repair' } });
  const page = await renderWizard({ calls: { getFormSession: { session: held } } });
  await page.user.click(await screen.findByRole('button', { name: 'Start a new one' }));
  await waitFor(() => expect(page.server.requests.map(({ call }) => call)).toContain('clearSessionForm'));
  expect(page.server.requests.map(({ call }) => call)).not.toContain('deleteSession');
  expect(wizard(page).formData).toEqual({});
});

it('says where the answers are when this device has lost the claim', async () => {
  await renderWizard({ formData: A_CLAIM, user: aUser(), calls: { getFormSession: { refuse: 'NOT_FOUND' } } });
  expect(await screen.findByText(/We lost track of this case on this device/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to my dashboard' })).toHaveAttribute('href', '/dashboard');
});

it('shows no empty form while the claim of this tab is on its way, and opens it when the server answers again', async () => {
  const page = await renderWizard({
    formData: A_CLAIM,
    user: aUser(),
    route: '/?step=3.0',
    calls: { getFormSession: { refuse: 'NOT_IMPLEMENTED' } },
  });
  expect(await screen.findByText('We could not open your case')).toBeInTheDocument();
  expect(screen.queryByRole('radio')).toBeNull();
  page.server.use({ getFormSession: { session: aSession({ form_data: A_CLAIM, current_step: '4' }) } });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Who are you filing this claim against?' })).toBeInTheDocument();
});

it('resets an edit that does not hold together, and says why', async () => {
  keepEdit({ originalSessionId: 'b'.repeat(24), editSessionId: 'nonsense' });
  const page = await renderWizard({ user: aUser() });
  expect(await screen.findByText(/^Invalid session ID format\. Open the case/)).toBeInTheDocument();
  expect(wizard(page)).toMatchObject({ step: 1, subStep: 0, formData: {} });
});

it('leaves edit mode without changes, to the dashboard', async () => {
  keepEdit({ originalSessionId: 'b'.repeat(24), editSessionId: 'd'.repeat(24) });
  const page = await renderWizard({ formData: A_CLAIM, user: aUser(), session: { current_step: '4' } });
  await page.user.click(await screen.findByRole('button', { name: 'Leave without changes' }));
  expect(page.host.navigated).toEqual(['/dashboard']);
  expect(page.store.getState().claim.edit).toBeNull();
  expect(sessionStorage.getItem('edit_session_id')).toBeNull();
});

it('shows the tiles with an error and a way on when the list cannot be had', async () => {
  const page = await renderWizard({ calls: { categories: { refuse: 'NOT_IMPLEMENTED' } } });
  expect(await screen.findByText('Could not retrieve categories')).toBeInTheDocument();
  expect(await axeViolations(page.container)).toEqual([]);
  page.server.use({
    categories: { data: [{ value: 'other', label: 'Something else', icon: 'nothing-known', order: 1 }] },
  });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: 'Something else' })).toBeInTheDocument();
  expect(screen.queryByText('Could not retrieve categories')).toBeNull();
});

it('says once that the session has ended while a claim was being opened, and opens it after signing in', async () => {
  const page = await claimAt('4.0', '4sub0', { calls: { getFormSession: { refuse: 'NOT_SIGNED_IN' } } });
  const ended = 'You are signed out. Log in to go on; what you typed is kept.';
  expect(await screen.findByRole('button', { name: 'Log in to go on' })).toBeInTheDocument();
  expect(screen.getAllByText(ended)).toHaveLength(1);
  expect(await axeViolations(page.container)).toEqual([]);
  page.server.use({ getFormSession: () => ({ session: aSession({ form_data: A_CLAIM }) }) });
  act(() => void page.store.dispatch(signedIn(aUser())));
  expect(await screen.findByRole('textbox')).toBeInTheDocument();
  expect(screen.queryByText(ended)).toBeNull();
});
