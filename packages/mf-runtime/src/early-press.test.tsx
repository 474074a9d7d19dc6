import { act } from '@testing-library/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { useEarlyPress } from './early-press.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Amount({ onSend }: { onSend: (amount: string) => void }) {
  const [amount, setAmount] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => setAmount(form.current?.querySelector('input')?.value ?? ''), []);
  useEarlyPress(form);
  return (
    <form
      ref={form}
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(amount);
      }}
    >
      <input name="amount" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <button type="submit">Go on</button>
    </form>
  );
}

const prerendered = (isPressed: boolean) => {
  document.body.innerHTML = `<div data-remote="mf-letters" data-hydrating=""><form method="dialog"${
    isPressed ? ' data-pressed=""' : ''
  }><input name="amount" value=""/><button type="submit">Go on</button></form></div>`;
  document.querySelector('input')!.value = '900';
  return document.body.firstElementChild!;
};

it.each([
  ['sends what was entered, once, when it was pressed before', true, ['900']],
  ['sends nothing by itself when it was not', false, []],
])('a form that comes alive %s', async (_what, isPressed, expected) => {
  const sent: string[] = [];
  // React speaks of the attribute that the loader added; a build for people does not look at it.
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await act(async () => {
    hydrateRoot(prerendered(isPressed), <Amount onSend={(amount) => sent.push(amount)} />);
  });
  quiet.mockRestore();
  expect(sent).toEqual(expected);
  expect(document.querySelector('form')!.hasAttribute('data-pressed')).toBe(false);
});
