import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { CheckboxTiles, RadioTiles } from './tiles.tsx';

const OPTIONS = [
  { value: 'a', label: 'Auto repair', hint: 'The work was bad.' },
  { value: 'b', label: 'Broken contract' },
  { value: 'c', label: 'Chargeback' },
];

function Radios({ onChange = () => {}, error }: { onChange?: (value: string) => void; error?: string }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <RadioTiles
      name="situation"
      legend="What is it about?"
      options={OPTIONS}
      value={value}
      error={error}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

it('is a radio group that arrow keys move through', async () => {
  render(<Radios />);
  const group = screen.getByRole('radiogroup', { name: 'What is it about?' });
  await userEvent.tab();
  await userEvent.keyboard(' {ArrowDown}');
  expect(within(group).getByRole('radio', { name: 'Broken contract' })).toBeChecked();
  expect(within(group).getByRole('radio', { name: 'Broken contract' })).toHaveFocus();
});

it('reads the hint of a tile after its name', () => {
  render(<Radios />);
  expect(screen.getByRole('radio', { name: 'Auto repair' })).toHaveAccessibleDescription('The work was bad.');
});

it('joins the error to the group', () => {
  render(<Radios error="Please select a category before continuing!" />);
  const group = screen.getByRole('radiogroup');
  expect(group).toHaveAccessibleDescription('Please select a category before continuing!');
  expect(group).toBeInvalid();
});

it('keeps several choices in the order of the options', async () => {
  const change = jest.fn();
  function Boxes() {
    const [value, setValue] = useState<string[]>([]);
    return (
      <CheckboxTiles
        name="disputing"
        legend="Check all"
        options={OPTIONS}
        value={value}
        onChange={(next) => {
          setValue(next);
          change(next);
        }}
      />
    );
  }
  render(<Boxes />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Chargeback' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Auto repair' }));
  expect(change).toHaveBeenLastCalledWith(['a', 'c']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Chargeback' }));
  expect(change).toHaveBeenLastCalledWith(['a']);
});

it('keeps what was chosen before the page came to life', async () => {
  const change = jest.fn();
  const page = document.createElement('div');
  document.body.append(page);
  const prerendered = render(<Radios />);
  page.innerHTML = prerendered.container.innerHTML;
  prerendered.unmount();
  page.querySelector<HTMLInputElement>('input[value="c"]')!.checked = true;

  await act(async () => {
    hydrateRoot(page, <Radios onChange={change} />);
  });

  expect(change).toHaveBeenCalledWith('c');
  expect(page.querySelector('input[value="c"]')).toBeChecked();
  page.remove();
});
