import { renderApp } from '@redress/testing';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { CheckboxField, Form, PasswordField, RadioCards, SelectField, TextArea, TextField, ZipField } from './index.ts';

// React's server wants a channel when it is loaded, for streams; jsdom has none, and Node's would keep the run alive. It is
// loaded before the first test: reading it is no part of what a test may take.
const scope = globalThis as { MessageChannel?: unknown };
scope.MessageChannel ??= class {
  port1 = {};
  port2 = { postMessage() {} };
};
const { renderToString } = await import('react-dom/server');

const empty = { name: '', zipcode: '', story: '', password: '', state: 'IA', terms: false, who: '' };

const Page = ({
  onSubmit,
  onChange = () => {},
}: {
  onSubmit: (values: typeof empty) => void;
  onChange?: () => void;
}) => (
  <Form initialValues={empty} onSubmit={onSubmit} onChange={onChange}>
    <TextField name="name" label="Name" />
    <ZipField name="zipcode" label="ZIP code" />
    <TextArea name="story" label="Story" maxLength={500} />
    <PasswordField name="password" label="Password" autoComplete="new-password" />
    <SelectField
      name="state"
      label="State"
      placeholder="Choose"
      options={[
        { value: 'IA', label: 'Iowa' },
        { value: 'TX', label: 'Texas' },
      ]}
    />
    <CheckboxField name="terms" label="Terms" />
    <RadioCards name="who" label="Who" options={[{ value: '1', label: 'Person' }]} />
    <button type="submit">Continue</button>
  </Form>
);

let root: Root | undefined;
let page: HTMLElement;
beforeEach(() => {
  page = document.createElement('div');
  document.body.append(page);
});
afterEach(() => {
  act(() => root?.unmount());
  page.remove();
});

/** The page as a server sends it: markup without a script. */
function prerendered() {
  page.innerHTML = renderToString(<Page onSubmit={() => {}} />);
  return (name: string) => page.querySelector(`[name="${name}"]`) as HTMLInputElement;
}

/** Another place in the tree: React gives the fields other ids than the markup has, and leaves those of the markup. */
const elsewhere = (page: ReactNode) => (
  <>
    {false}
    {page}
  </>
);

it.each([
  ['', (page: ReactNode) => page],
  [', also where the markup was drawn by a tree of another shape', elsewhere],
])('keeps everything typed before the page came to life%s', async (_where, place) => {
  const control = prerendered();
  const { id } = control('name');
  const typed = { name: 'Zoë O’Brien', zipcode: '02139-4307', story: 'It broke.', password: 'a b!', state: 'TX' };
  for (const [name, value] of Object.entries(typed)) control(name).value = value;
  control('terms').checked = true;
  control('who').checked = true;

  const onSubmit = jest.fn();
  // React speaks of ids that differ; a build for people does not compare them.
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await act(async () => {
    root = hydrateRoot(page, place(<Page onSubmit={onSubmit} />));
  });
  expect(quiet).toHaveBeenCalledTimes(place === elsewhere ? 1 : 0);
  quiet.mockRestore();
  expect(control('name').id).toBe(id);
  await act(async () => screen.getByRole('button', { name: 'Continue' }).click());

  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledWith({ ...typed, zipcode: '021394307', terms: true, who: '1' });
});

it('changes nothing in a form nobody has touched', async () => {
  const onChange = jest.fn();
  renderApp(<Page onSubmit={() => {}} onChange={onChange} />);
  await act(async () => {});
  expect(onChange).not.toHaveBeenCalled();
});
