import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { late, lateScreen, useLate } from './late.tsx';
import { Recovery } from './recovery-context.ts';

const Settings = ({ name }: { name: string }) => <p>Settings of {name}</p>;

/** A chunk that arrives from the given fetch on. */
function aChunk(arrivesAt: number) {
  let fetches = 0;
  const fetch = () => {
    fetches += 1;
    return fetches < arrivesAt ? Promise.reject(new Error('404')) : Promise.resolve(Settings);
  };
  return { fetch, fetches: () => fetches };
}

it('shows what stands for it, then the screen, and fetches it once', async () => {
  const chunk = aChunk(1);
  const Screen = lateScreen(chunk.fetch, <p>Loading</p>);
  const { unmount } = render(<Screen name="Ada" />);
  expect(screen.getByText('Loading')).toBeInTheDocument();
  expect(await screen.findByText('Settings of Ada')).toBeInTheDocument();
  unmount();
  render(<Screen name="Bo" />);
  expect(screen.getByText('Settings of Bo')).toBeInTheDocument();
  expect(chunk.fetches()).toBe(1);
});

it('forgets a failure: "Try again" fetches again, as often as it is pressed', async () => {
  const Screen = lateScreen(aChunk(3).fetch);
  render(<Screen name="Ada" />);
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  }
  expect(await screen.findByText('Settings of Ada')).toBeInTheDocument();
});

it('tries again too when somebody leaves and comes back', async () => {
  const Screen = lateScreen(aChunk(2).fetch);
  const { unmount } = render(<Screen name="Ada" />);
  await screen.findByRole('alert');
  unmount();
  render(<Screen name="Ada" />);
  expect(await screen.findByText('Settings of Ada')).toBeInTheDocument();
});

it('shows no panel where another build takes over', async () => {
  const recover = jest.fn(() => Promise.resolve(true));
  const Screen = lateScreen(aChunk(9).fetch, <p>Loading</p>);
  render(
    <Recovery.Provider value={recover}>
      <Screen name="Ada" />
    </Recovery.Provider>,
  );
  await waitFor(() => expect(recover).toHaveBeenCalledTimes(1));
  expect(screen.getByText('Loading')).toBeInTheDocument();
  expect(recover).toHaveBeenCalledWith(expect.objectContaining({ kind: 'load-failed' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('fetches nothing before it is needed', async () => {
  const chunk = aChunk(1);
  const code = late(chunk.fetch);
  const Page = ({ isNeeded }: { isNeeded: boolean }) => <p>{useLate(code, isNeeded).status}</p>;
  const { rerender } = render(<Page isNeeded={false} />);
  expect(chunk.fetches()).toBe(0);
  rerender(<Page isNeeded />);
  expect(await screen.findByText('ready')).toBeInTheDocument();
});
