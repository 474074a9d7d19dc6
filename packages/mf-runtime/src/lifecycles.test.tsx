import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { defineRemote } from './config/index.ts';
import { remoteLifecycles } from './lifecycles.tsx';
import type { Recover } from './recovery-context.ts';

// React's server part makes one when it is loaded, for streams that are not used here; jsdom has none. It is loaded before
// the first test: reading it is no part of what a test may take.
const MessageChannel = class {
  port1 = { onmessage: null };
  port2 = { postMessage() {} };
};
Object.assign(globalThis, { MessageChannel });
const { prerenderRemote } = await import('./prerender.tsx');

const config = defineRemote({ name: 'mf-letters', owner: 'team-letters', requires: { contracts: '^1.0.0' } });

function Amount() {
  const [amount, setAmount] = useState('');
  return (
    <label>
      Amount
      <input name="amount" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <output>{amount}</output>
    </label>
  );
}
const App = () => (
  <Routes>
    <Route path="/" element={<Amount />} />
  </Routes>
);

const props = (domElement: HTMLElement, hydrate: boolean, recover: Recover = () => Promise.resolve(false)) => ({
  name: config.name,
  buildId: '0000000000a1',
  domElement,
  hydrate,
  recover,
});

beforeAll(() => {
  // single-spa-react draws outside of act, as it does in the page.
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => document.body.replaceChildren());

const anElement = (html = '') => {
  const element = document.createElement('div');
  element.dataset['remote'] = config.name;
  element.innerHTML = html;
  document.body.append(element);
  return element;
};

it('mounts and unmounts through single-spa-react', async () => {
  const { bootstrap, mount, unmount } = remoteLifecycles({ config, App });
  const given = props(anElement(), false);
  await bootstrap(given);
  await mount(given);
  expect(screen.getByLabelText('Amount')).toBeInTheDocument();
  await unmount(given);
  expect(screen.queryByLabelText('Amount')).not.toBeInTheDocument();
});

it('takes over a prerendered screen without drawing it again', async () => {
  const { bootstrap, mount } = remoteLifecycles({ config, App });
  const element = anElement(prerenderRemote({ config, App }, '/'));
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await bootstrap(props(element, true));
  await mount(props(element, true));
  expect(screen.getByLabelText('Amount')).toBe(field);
  await userEvent.type(field, '5');
  expect(element.querySelector('output')).toHaveTextContent('5');
});

it('fetches no router for a remote with an address of its own, and draws the same at build time', async () => {
  const { bootstrap, mount } = remoteLifecycles({ config, App: Amount, hasOwnAddress: true });
  const element = anElement(prerenderRemote({ config, App: Amount, hasOwnAddress: true }, '/'));
  const field = screen.getByLabelText('Amount');
  await bootstrap(props(element, true));
  await mount(props(element, true));
  await userEvent.type(field, '5');
  expect(element.querySelector('output')).toHaveTextContent('5');
});

it('reports a throw in the first render to the shell instead of hiding it', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {});
  const errors: unknown[] = [];
  const Broken = () => {
    throw new Error('first render');
  };
  await remoteLifecycles({ config, App: Broken }).mount(
    props(anElement(), false, (error) => Promise.resolve(errors.push(error) > 0)),
  );
  expect(errors).toMatchObject([{ message: 'first render' }]);
  quiet.mockRestore();
});
