import { generateDemandLetter } from '@redress/contracts';
import { fakeAnswer } from '@redress/contracts/fakes';
import { aUser, renderApp, type RenderOptions } from '@redress/testing';
import { Fragment, useState, type ComponentType, type ReactNode } from 'react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { editOpened, getStore } from '@redress/session-store';
import { slot as OrderStep } from './order-step.tsx';

const open = { state: 'draft' as const, demand_approved: false, window_ends_at: null };
const demand = { ...fakeAnswer(generateDemandLetter), ...open };
const approved = { demand: { ...demand, demand_approved: true, window_ends_at: '2026-03-02T15:04:00.000Z' } };
const pair = { originalSessionId: 'a'.repeat(24), editSessionId: 'b'.repeat(24) };

function Editing({ children }: { children: ReactNode }) {
  useState(() => getStore().dispatch(editOpened(pair)));
  return children;
}

const draw = (calls: RenderOptions['calls'] = {}, Around: ComponentType<{ children: ReactNode }> = Fragment) => {
  const [onDone, onBack] = [jest.fn(), jest.fn()];
  const order = { generateDemandLetter: demand, saveDemandLetter: approved, ...calls };
  const rendered = renderApp(
    <Around>
      <OrderStep onDone={onDone} onBack={onBack} />
    </Around>,
    { user: aUser(), formData: {}, calls: order },
  );
  return { ...rendered, onDone, onBack };
};
const CALLS = ['saveClientData', 'generateDemandLetter', 'saveDemandLetter', 'updateDemandLetter'];
const asked = ({ server }: ReturnType<typeof draw>) =>
  server.requests.map(({ call }) => call as string).filter((call) => CALLS.includes(call));

afterEach(() => jest.useRealTimers());

it('saves, writes and approves, in this order, and says until when the letter can be changed', async () => {
  const page = draw();
  expect(await screen.findByRole('heading', { name: 'Your letter is ready' })).toBeInTheDocument();
  expect(asked(page)).toEqual(['saveClientData', 'generateDemandLetter', 'saveDemandLetter']);
  expect(screen.getByText(/Until then you can change it or stop it/)).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'See your letter' }));
  expect(page.onDone).toHaveBeenCalled();
});

it('goes on by itself when the server is there again, without repeating a stage, and says meanwhile that nothing is lost', async () => {
  jest.useFakeTimers();
  const page = draw({ generateDemandLetter: { refuse: 'OVERLOADED', message: 'Busy' } });
  await act(() => jest.advanceTimersByTimeAsync(10));
  expect(screen.getByRole('status')).toHaveTextContent(/We keep asking.*will not be charged again/);
  page.server.use({ generateDemandLetter: demand, saveDemandLetter: 'offline' });
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  page.server.use({ saveDemandLetter: approved });
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole('heading', { name: 'Your letter is ready' })).toBeInTheDocument();
  expect([...new Set(asked(page))]).toEqual(['saveClientData', 'generateDemandLetter', 'saveDemandLetter']);
  expect(asked(page).filter((call) => call === 'generateDemandLetter')).toHaveLength(2);
});

it('asks for two minutes, then continues from the stage that failed when it is told to', async () => {
  jest.useFakeTimers();
  const page = draw({ generateDemandLetter: { refuse: 'LETTER_GENERATION_FAILED', message: 'Not now' } });
  await act(() => jest.advanceTimersByTimeAsync(100_000));
  expect(screen.queryByRole('button')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Not now')).toBeInTheDocument();
  expect(screen.getByText(/you will not be charged again/)).toBeInTheDocument();
  const before = asked(page).length;
  expect(before).toBeLessThan(15);
  page.server.use({ generateDemandLetter: demand });
  fireEvent.click(screen.getByRole('button', { name: 'Try generating demand letter again' }));
  await act(() => jest.advanceTimersByTimeAsync(10));
  expect(screen.getByRole('heading', { name: 'Your letter is ready' })).toBeInTheDocument();
  expect(asked(page).slice(before)).toEqual(['generateDemandLetter', 'saveDemandLetter']);
});

it('does not approve what is approved already: a reload repeats nothing', async () => {
  const page = draw({ generateDemandLetter: { ...demand, demand_approved: true } });
  await screen.findByRole('heading', { name: 'Your letter is ready' });
  expect(asked(page)).toEqual(['saveClientData', 'generateDemandLetter']);
});

it.each(['LETTER_WAITS', 'LETTER_NOT_APPROVED'] as const)(
  'leads to the letter at %s, and says why it waits',
  async (refuse) => {
    const message = 'The letter waits for: whose debt it is.';
    const page = draw({ saveDemandLetter: { refuse, message } });
    expect(await screen.findByText(message)).toBeInTheDocument();
    await page.user.click(screen.getByRole('button', { name: 'See your letter' }));
    expect(page.onDone).toHaveBeenCalled();
  },
);

it('only updates the letter in edit mode, and leaves it for the letter screen', async () => {
  const data = { demand_letter: 'Dear New LLC', demand_id: 'c'.repeat(24), posted_copy: false };
  const page = draw({ updateDemandLetter: { message: '', data } }, Editing);
  await waitFor(() => expect(sessionStorage.getItem('updated_demand_letter')).toBe('Dear New LLC'));
  expect(asked(page)).toEqual(['updateDemandLetter']);
  expect(page.server.requests.at(-1)?.request).toMatchObject({ edit_session_id: pair.editSessionId });
});

it('names the sentences that an update is refused for, and leads back to the answers', async () => {
  const place = {
    class: 'A',
    kind: 'police',
    key: 'k',
    sentence: 'I will call the police.',
    why: 'It can be a crime.',
  };
  const places = [{ ...place, calm: '', look: false, field: 'facts', row: 'a' }];
  const page = draw({ updateDemandLetter: { refuse: 'LETTER_UNSAFE', other: { places } } }, Editing);
  const words = await screen.findByText('I will call the police.', { selector: 'q' });
  expect(words.parentElement).toHaveTextContent(/It can be a crime. You find it in a line of what happened.$/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Back' }));
  expect(page.onBack).toHaveBeenCalled();
});

it('never approves a second time when somebody comes back with Back: the letter may have been stopped since', async () => {
  const first = draw();
  await screen.findByRole('heading', { name: 'Your letter is ready' });
  const kept = { ...sessionStorage };
  first.unmount();
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
  const back = draw();
  expect(back.onDone).toHaveBeenCalled();
  expect(asked(back)).toEqual([]);
});
