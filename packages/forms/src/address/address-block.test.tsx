import { axeViolations, renderApp } from '@redress/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { AddressBlock, Form, type PlaceSource } from '../index.ts';

const noPlaces: PlaceSource = { search: async () => ({ suggestions: [] }), details: async () => null };
const names = { address: 'address', apt: 'apt', city: 'city', state: 'country', zipcode: 'zipcode' };
const place = {
  street: '12 Elm St',
  city: 'Ames',
  state: 'Iowa',
  country: 'US',
  zipcode: '50010',
  formatted_address: '12 Elm St, Ames, IA 50010, USA',
};
const draw = (places: PlaceSource) =>
  renderApp(
    <Form initialValues={{ address: '', apt: '', city: '', country: '', zipcode: '' }} onSubmit={jest.fn()}>
      <AddressBlock
        names={names}
        states={[{ value: 'IA', label: 'Iowa' }]}
        matchState={(text) => (text === 'Iowa' ? 'IA' : null)}
        places={places}
      />
    </Form>,
  );
const suggesting = (found: Partial<typeof place>): PlaceSource => ({
  search: jest.fn(async () => ({ suggestions: [{ description: '12 Elm St, Ames', place_id: 'p1' }] })),
  details: jest.fn(async () => ({ ...place, ...found })),
});

it('an address asks from three characters on, once typing pauses, stays open under a press and fills all fields', async () => {
  const places = suggesting({});
  const { user } = draw(places);
  const street = screen.getByRole('combobox', { name: 'Street address' });
  await user.click(street);
  jest.useFakeTimers();
  for (const typed of ['12', '12 E', '12 El']) {
    fireEvent.change(street, { target: { value: typed } });
    act(() => jest.advanceTimersByTime(299));
  }
  expect(places.search).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  jest.useRealTimers();
  expect(fireEvent.mouseDown(await screen.findByRole('option', { name: '12 Elm St, Ames' }))).toBe(false);
  expect(places.search).toHaveBeenCalledTimes(1);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(street).toHaveValue('12 Elm St'));
  expect(screen.getByLabelText('City')).toHaveValue('Ames');
  expect(screen.getByLabelText('State')).toHaveValue('IA');
  expect(screen.getByLabelText('ZIP code')).toHaveValue('50010');
});

it('leaves a state it cannot match to the person, and leads to a ZIP code that is nowhere to be found', async () => {
  const { user } = draw(suggesting({ state: 'Nowhere', zipcode: '', formatted_address: 'Elm St, Ames' }));
  await user.type(screen.getByRole('combobox', { name: 'Street address' }), 'Elm');
  await user.click(await screen.findByRole('option', { name: '12 Elm St, Ames' }));
  await waitFor(() => expect(screen.getByLabelText('ZIP code')).toHaveFocus());
  expect(screen.getByLabelText('State')).toHaveValue('');
});

it('keeps what is typed elsewhere while the picked address is on its way', async () => {
  let arrive: (found: typeof place) => void = () => undefined;
  const { user } = draw({ ...suggesting({}), details: () => new Promise((resolve) => (arrive = resolve)) });
  await user.type(screen.getByRole('combobox', { name: 'Street address' }), '12 Elm');
  await user.click(await screen.findByRole('option', { name: '12 Elm St, Ames' }));
  await user.type(screen.getByLabelText(/Apartment|Unit|Apt/), '4b');
  await act(async () => arrive(place));
  expect(screen.getByLabelText('City')).toHaveValue('Ames');
  expect(screen.getByLabelText(/Apartment|Unit|Apt/)).toHaveValue('4b');
});

it('finds a missing ZIP code in the formatted address', async () => {
  const { user } = draw(suggesting({ zipcode: '' }));
  await user.type(screen.getByRole('combobox', { name: 'Street address' }), '12 Elm');
  await user.click(await screen.findByRole('option', { name: '12 Elm St, Ames' }));
  await waitFor(() => expect(screen.getByLabelText('ZIP code')).toHaveValue('50010'));
});

it('is typed by hand when suggestions fail', async () => {
  const { user, container } = draw({ ...noPlaces, search: () => Promise.reject(new Error('down')) });
  await user.type(screen.getByRole('combobox', { name: 'Street address' }), '12 Elm St');
  expect(await screen.findByText('No address found. You can type it.')).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: /Elm/ })).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});
