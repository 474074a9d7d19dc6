import type { SessionRow } from '@redress/contracts';
import { aFormSession, aUser, axeViolations, noonOf, renderApp, type RenderOptions } from '@redress/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { DraftsPage } from './drafts-page.tsx';

const aRow = (over: Partial<SessionRow> = {}): SessionRow => ({
  session_id: 'a'.repeat(24),
  form_session_id: 'a'.repeat(24),
  package_title: '',
  form_data: { amount: '1250.5', defendantFirstname: 'Łukasz', defendantLastname: "O'Neil", whoUser: '1' },
  current_step: '3',
  progress: 45,
  status_label: 'Just Started',
  is_completed: false,
  created_at: noonOf('2026-03-02'),
  updated_at: noonOf('2026-03-02'),
  ...over,
});
const listing = (rows: SessionRow[], total = rows.length) => ({ getActiveSessions: { sessions: rows, total } });
const draw = (calls: RenderOptions['calls'] = {}) =>
  renderApp(<DraftsPage />, { user: aUser(), calls: { getCases: { cases: [], total: 0 }, ...calls } });

it('distinguishes drafts by amount and name, and shows how far each is', async () => {
  const { container } = draw(listing([aRow()]));
  const row = await screen.findByRole('row', { name: /\$1,250.50 from Łukasz O'Neil/ });
  expect(within(row).getByText('Just Started')).toBeInTheDocument();
  expect(within(row).getByText('Mar 2, 2026')).toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

it('greets by the name given in a claim since the page was loaded', async () => {
  const person = aUser({ display_name: 'zoe', first_name: null, last_name: null });
  const { store } = renderApp(<DraftsPage />, {
    user: person,
    calls: {
      ...listing([]),
      checkAuth: { isAuthenticated: true },
      viewUserData: { user_data: { ...person, display_name: "Zoë O'Brien" } },
    },
  });
  await waitFor(() => expect(store.getState().session).toMatchObject({ user: { display_name: "Zoë O'Brien" } }));
});

it('resumes a draft: its answers are in the store, its id in storage, the wizard on screen', async () => {
  const { user, store, visited } = draw({
    ...listing([aRow()]),
    getFormSession: { session: aFormSession({ form_data: { firstname: 'Zoë' }, current_step: '3' }) },
  });
  await user.click(await screen.findByRole('button', { name: /^Resume/ }));
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(store.getState().wizard).toMatchObject({ resumeMode: true, formData: { firstname: 'Zoë' } });
  expect(sessionStorage.getItem('form_session_id')).toBe('a'.repeat(24));
});

it('says that a draft could not be opened and stays', async () => {
  const { user, visited } = draw({ ...listing([aRow()]), getFormSession: { refuse: 'NOT_FOUND', message: '' } });
  await user.click(await screen.findByRole('button', { name: /^Resume/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Resume/ })).not.toHaveAttribute('aria-disabled'));
  expect(visited).toEqual([]);
});

it('asks before it deletes, and the row is gone afterwards', async () => {
  let rows = [aRow()];
  const { user, server } = draw({
    getActiveSessions: () => ({ sessions: rows, total: rows.length }),
    deleteSession: () => {
      rows = [];
      return {};
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  const dialog = screen.getByRole('dialog', { name: 'Delete this case?' });
  expect(server.requests.some(({ call }) => call === 'deleteSession')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No active sessions found.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'My Active Sessions' })).toHaveFocus();
});

it('starts anew from the empty state', async () => {
  const { user, store, visited } = draw(listing([]));
  await user.dblClick(await screen.findByRole('button', { name: 'Start New Form' }));
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(store.getState().wizard.formData).toEqual({});
});

it('asks the server for the next page of twenty', async () => {
  const { user, server } = draw(listing([aRow()], 41));
  expect(await screen.findByText('Showing 1 to 20 of 41 sessions')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(server.requests.at(-1)?.request).toMatchObject({ page: '2', page_size: '20' }));
});

it('offers another try when the list cannot be had', async () => {
  const { user, server } = draw({ getActiveSessions: { refuse: 'NOT_FOUND', message: 'No list today' } });
  expect(await screen.findByText('No list today')).toBeInTheDocument();
  server.use(listing([aRow()]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /^Resume/ })).toBeInTheDocument();
});
