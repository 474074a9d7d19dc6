import type { SlotProps } from '@redress/contracts';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { isDirty } from './safe-points.ts';
import { Slot } from './slot.tsx';
import { SLOT_UNUSABLE } from './slot-event.ts';
import { slotsOnScreen } from './slots-on-screen.ts';
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

describe('what was typed into a slot', () => {
  /** Breaks while it is drawn, or in a handler and stays there. */
  function Form({ label, isBroken = false }: { label: string; isBroken?: boolean }) {
    const [hasThrown, setThrown] = useState(false);
    const [isSent, setSent] = useState(false);
    const [email, setEmail] = useState('');
    const [isAgreed, setAgreed] = useState(false);
    if (hasThrown) throw new Error('later');
    return (
      <form>
        <p>{label}</p>
        <input name="email" aria-label="E-mail" value={email} onChange={({ target }) => setEmail(target.value)} />
        <input name="password" aria-label="Password" type="password" defaultValue="" />
        <input name="shown" aria-label="Shown password" autoComplete="current-password" defaultValue="" />
        <select name="country" aria-label="Country" defaultValue="US">
          <option>US</option>
          <option>CA</option>
        </select>
        <label>
          <input name="terms" type="checkbox" checked={isAgreed} onChange={() => setAgreed(!isAgreed)} /> Agreed
        </label>
        {!isSent && <input name="coupon" aria-label="Coupon" defaultValue="" />}
        <button type="button" onClick={() => setSent(true)}>
          Send coupon
        </button>
        {isBroken && (
          <button type="button" onClick={() => setThrown(true)}>
            Break
          </button>
        )}
        <output>{email}</output>
      </form>
    );
  }
  const type = async () => {
    await userEvent.type(screen.getByLabelText('E-mail'), 'zoe@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.type(screen.getByLabelText('Shown password'), 'secret');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'CA');
    await userEvent.click(screen.getByLabelText('Agreed'));
    await userEvent.type(screen.getByLabelText('Coupon'), 'SPRING');
  };
  const Broken = () => <Form label="Broken" isBroken />;
  const Good = () => <Form label="Good" />;
  const open = () => {
    const loaded: unknown[] = [];
    ({ remove } = installFakeHost({
      loadSlot: (() =>
        Promise.resolve(
          loaded.push(0) === 1
            ? { Component: Broken, buildId: 'b2', inPlaceOf: 'b2' }
            : { Component: Good, buildId: 'a1', inPlaceOf: 'b2' },
        )) as never,
      recoverSlot: () => Promise.resolve(true),
    }));
    render(<Slot name="wizard.payment" onDone={noop} onBack={noop} />);
    return screen.findByText('Broken');
  };
  const expectGiven = async () => {
    expect(await screen.findByText('Good')).toBeInTheDocument();
    expect(screen.getByLabelText('E-mail')).toHaveValue('zoe@example.com');
    // The form knows of it as if it had been typed.
    expect(screen.getByRole('status')).toHaveTextContent('zoe@example.com');
    expect(screen.getByLabelText('Country')).toHaveValue('CA');
    expect(screen.getByLabelText('Agreed')).toBeChecked();
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(screen.getByLabelText('Shown password')).toHaveValue('');
  };

  it('is given to the last good build when its build throws, without passwords', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(noop);
    await open();
    await type();
    await userEvent.click(screen.getByRole('button', { name: 'Break' }));
    await expectGiven();
    expect(screen.getByLabelText('Coupon')).toHaveValue('SPRING');
    quiet.mockRestore();
  });

  it('is given where a handler threw, and not what was sent and closed before', async () => {
    await open();
    await type();
    await userEvent.click(screen.getByRole('button', { name: 'Send coupon' }));
    const slot = document.querySelector('[data-slot]')!;
    act(() => void slot.dispatchEvent(new CustomEvent(SLOT_UNUSABLE, { detail: new Error('handler') })));
    await expectGiven();
    expect(screen.getByLabelText('Coupon')).toHaveValue('');
  });

  it('is given to the build that takes the place of a withdrawn one; nothing typed, nothing given', async () => {
    await open();
    const [shown] = slotsOnScreen();
    expect(shown).toMatchObject({ name: 'wizard.payment', buildId: 'b2', inPlaceOf: 'b2' });
    expect(shown!.isUsed()).toBe(false);
    await type();
    expect(shown!.isUsed()).toBe(true);
    act(() => shown!.replace(false));
    await expectGiven();
    expect(slotsOnScreen()).toMatchObject([{ buildId: 'a1' }]);
  });
});

it('stays as it is when a newer build of it does not load', async () => {
  let tries = 0;
  ({ remove } = installFakeHost({
    loadSlot: (() => {
      tries += 1;
      return tries === 1
        ? Promise.resolve({ Component: Payment, buildId: 'a', inPlaceOf: 'a' })
        : Promise.reject(new Error('offline'));
    }) as never,
  }));
  render(<Slot name="wizard.payment" onDone={noop} onBack={noop} />);
  const button = await screen.findByRole('button', { name: 'Pay' });
  await act(async () => slotsOnScreen()[0]!.replace(true));
  expect(tries).toBe(2);
  expect(button).toBeInTheDocument();
  await act(async () => slotsOnScreen()[0]!.replace(false));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
});
