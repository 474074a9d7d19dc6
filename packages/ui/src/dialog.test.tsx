import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';

beforeAll(() => {
  // jsdom has the element without its methods.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
});

function Page({ dismissible = true }: { dismissible?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Delete this case?" dismissible={dismissible}>
        <p>We delete your answers.</p>
      </Dialog>
    </>
  );
}

const openIt = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return screen.getByRole('dialog', { name: 'Delete this case?' });
};

it('begins at its title and gives focus back when it closes', async () => {
  render(<Page />);
  await openIt();
  expect(screen.getByRole('heading', { name: 'Delete this case?' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('is shown again when the browser closes it while it must stay', async () => {
  render(<Page dismissible={false} />);
  const dialog = await openIt();
  (dialog as HTMLDialogElement).close();
  fireEvent(dialog, new Event('close'));
  expect(dialog).toHaveAttribute('open');
});

it('closes on Escape, which the browser reports as cancel', async () => {
  render(<Page />);
  fireEvent(await openIt(), new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('closes on a press outside', async () => {
  render(<Page />);
  const dialog = await openIt();
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stays open when a selection begun inside is let go outside', async () => {
  render(<Page />);
  const dialog = await openIt();
  fireEvent.mouseDown(screen.getByText('We delete your answers.'));
  fireEvent.click(dialog);
  expect(dialog).toBeInTheDocument();
});

it('stays open while it must not be left', async () => {
  render(<Page dismissible={false} />);
  const dialog = await openIt();
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(dialog).toBeInTheDocument();
  expect(cancel.defaultPrevented).toBe(true);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

function Exchanging() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog open onClose={() => {}} title={isAsking ? 'Email Verification' : 'Create an account'}>
      {isAsking ? (
        <input aria-label="Verification code" data-autofocus="" />
      ) : (
        <button type="button" onClick={() => setIsAsking(true)}>
          Create
        </button>
      )}
    </Dialog>
  );
}

it('moves the focus to the new content when what had it is replaced', async () => {
  render(<Exchanging />);
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect(screen.getByLabelText('Verification code')).toHaveFocus();
});
