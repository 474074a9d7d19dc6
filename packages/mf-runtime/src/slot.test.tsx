import type { SlotProps } from '@redress/contracts';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { isDirty } from './safe-points.ts';
import { Slot } from './slot.tsx';
import { SLOT_UNUSABLE } from './slot-event.ts';
import { installFakeHost } from './testing/fake-host.ts';

type Props = SlotProps['wizard.payment'];
const noop = () => {};

function Payment({ onDone }: Props) {
  return (
    <button type="button" onClick={onDone}>
      Pay
    </button>
  );
}

let remove = noop;
afterEach(() => remove());

it('draws another remote’s component with the props it was given', async () => {
  ({ remove } = installFakeHost({ loadSlot: (() => Promise.resolve({ Component: Payment, buildId: 'a' })) as never }));
  const done = jest.fn();
  render(<Slot name="wizard.payment" onDone={done} onBack={noop} fallback={<p>Waiting</p>} />);
  expect(screen.getByText('Waiting')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Pay' }));
  expect(done).toHaveBeenCalledTimes(1);
});

it('stands in for a slot that did not load, and tries again on request', async () => {
  let tries = 0;
  ({ remove } = installFakeHost({
    loadSlot: (() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('down')) : Promise.resolve({ Component: Payment, buildId: 'a' });
    }) as never,
  }));
  render(<Slot name="wizard.payment" onDone={noop} onBack={noop} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('This part of the page did not load');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Pay' })).toBeInTheDocument();
});

it('keeps a throw inside the slot, and reports it with the build it came from, when there is no other build', async () => {
  const reported: string[] = [];
  const quiet = jest.spyOn(console, 'error').mockImplementation(noop);
  ({ remove } = installFakeHost({
    loadSlot: (() =>
      Promise.resolve({
        Component: () => {
          throw new Error('render');
        },
        buildId: 'b2',
      })) as never,
    recoverSlot: (name, buildId) => {
      reported.push(`${name} ${buildId}`);
      return Promise.resolve(false);
    },
  }));
  render(
    <main>
      <h1>The page around it</h1>
      <Slot name="wizard.payment" onDone={noop} onBack={noop} />
    </main>,
  );
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'The page around it' })).toBeInTheDocument();
  expect(reported).toEqual(['wizard.payment b2']);
  quiet.mockRestore();
});

describe('a slot whose build throws', () => {
  const OnMount = () => {
    throw new Error('mount');
  };
  const InEffect = () => {
    useEffect(() => {
      throw new Error('effect');
    });
    return <p>Broken</p>;
  };
  const Later = () => {
    const [isBroken, setBroken] = useState(false);
    if (isBroken) throw new Error('later');
    return (
      <button type="button" onClick={() => setBroken(true)}>
        Break
      </button>
    );
  };
  const InHandler = () => (
    <button
      type="button"
      onClick={({ currentTarget }) =>
        currentTarget
          .closest('[data-slot]')
          ?.dispatchEvent(new CustomEvent(SLOT_UNUSABLE, { detail: new Error('handler') }))
      }
    >
      Break
    </button>
  );

  it.each([
    ['on mount', OnMount],
    ['in an effect', InEffect],
    ['later', Later],
    ['in a handler that leaves it unusable', InHandler],
  ])('%s: the last good build takes its place', async (_, Broken) => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(noop);
    const failed: string[] = [];
    ({ remove } = installFakeHost({
      loadSlot: (() =>
        Promise.resolve(
          failed.length === 0 ? { Component: Broken, buildId: 'b2' } : { Component: Payment, buildId: 'a1' },
        )) as never,
      recoverSlot: (_name, buildId) => Promise.resolve(failed.push(buildId) > 0),
    }));
    render(<Slot name="wizard.payment" onDone={noop} onBack={noop} />);
    const trigger = await screen.findByRole('button');
    if (trigger.textContent === 'Break') await userEvent.click(trigger);
    expect(await screen.findByRole('button', { name: 'Pay' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(failed).toEqual(['b2']);
    quiet.mockRestore();
  });
});

describe('a page with a slot that was typed into', () => {
  const Form = () => (
    <form>
      <input aria-label="Password" />
      <iframe title="Card" />
    </form>
  );
  const open = async () => {
    ({ remove } = installFakeHost({ loadSlot: (() => Promise.resolve({ Component: Form, buildId: 'a' })) as never }));
    const page = render(<Slot name="wizard.payment" onDone={noop} onBack={noop} />);
    await screen.findByRole('textbox');
    return page;
  };

  it('is held until the slot goes', async () => {
    const { unmount } = await open();
    expect(isDirty('')).toBe(false);
    await userEvent.type(screen.getByRole('textbox'), 'x');
    expect(isDirty('')).toBe(true);
    unmount();
    expect(isDirty('')).toBe(false);
  });

  it('is held by the caret in a frame, where keys are not seen', async () => {
    const { unmount } = await open();
    act(() => {
      screen.getByTitle('Card').focus();
      window.dispatchEvent(new Event('blur'));
    });
    expect(isDirty('')).toBe(true);
    unmount();
  });
});
