import { Form } from '@redress/forms';
import { renderApp } from '@redress/testing';
import { act, screen } from '@testing-library/react';
import { SignatureField, type KeptTyping } from './index.ts';

const PICTURE = 'data:image/png;base64,AAAA';

beforeEach(() => {
  // jsdom has no canvas: what is drawn is not looked at here, that it is kept is.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => ({
    scale() {},
    setTransform() {},
    fillText() {},
    fillRect() {},
    clearRect() {},
    drawImage() {},
    beginPath() {},
    closePath() {},
    fill() {},
    moveTo() {},
    lineTo() {},
    arc() {},
    save() {},
    restore() {},
    measureText: () => ({ width: 100 }),
  })) as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(PICTURE);
});
afterEach(() => jest.restoreAllMocks());

const draw = (signature: string | null, onChange = jest.fn(), kept?: KeptTyping) => ({
  onChange,
  ...renderApp(
    <Form initialValues={{ signature }} onChange={onChange} onSubmit={() => {}}>
      <SignatureField name="signature" label="Signature" signer={['Zoë Núñez', 'Núñez Bakery LLC']} kept={kept} />
    </Form>,
  ),
});

type Phase = 'down' | 'move' | 'up';
const pointer = (target: EventTarget, phase: Phase, x: number, y: number, buttons = 1) =>
  act(() => {
    // The pad listens to pointers where there are any, else to the mouse.
    const type = `${'PointerEvent' in window ? 'pointer' : 'mouse'}${phase}`;
    target.dispatchEvent(
      Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, buttons }), {
        pointerId: 1,
        pointerType: 'mouse',
        isPrimary: true,
        pressure: 0.5,
      }),
    );
  });

it('is kept when a stroke ends, not before', () => {
  const { onChange } = draw(null);
  const pad = screen.getByRole('img');
  pointer(pad, 'down', 10, 10);
  pointer(window, 'move', 60, 40);
  expect(onChange).not.toHaveBeenCalled();
  pointer(window, 'up', 60, 40, 0);
  expect(onChange).toHaveBeenLastCalledWith({ signature: PICTURE });
  expect(screen.getByRole('status')).toHaveTextContent('✓ Signature saved');
});

it('is gone after Clear Signature', async () => {
  const { onChange, user } = draw(PICTURE);
  expect(screen.getByRole('status')).toHaveTextContent('Signature saved');
  await user.click(screen.getByRole('button', { name: 'Clear Signature' }));
  expect(onChange).toHaveBeenLastCalledWith({ signature: null });
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('can be typed by whoever cannot draw', async () => {
  const { onChange, user } = draw(null);
  await user.click(screen.getByRole('radio', { name: 'Type' }));
  await user.type(screen.getByRole('textbox', { name: 'Type your full name' }), 'Zoë');
  expect(onChange).toHaveBeenLastCalledWith({ signature: PICTURE });
  expect(screen.getByRole('img', { name: 'How your typed signature looks' })).toHaveAttribute('src', PICTURE);
  await user.click(screen.getByRole('button', { name: 'Clear Signature' }));
  expect(screen.getByRole('textbox')).toHaveValue('');
  expect(screen.queryByRole('img')).toBeNull();
  await user.type(screen.getByRole('textbox'), 'Z');
  await user.clear(screen.getByRole('textbox'));
  expect(onChange).toHaveBeenLastCalledWith({ signature: null });
});

it('has who signs under the line, drawn or typed', async () => {
  const { user } = draw(null);
  for (const way of ['Draw', 'Type']) {
    await user.click(screen.getByRole('radio', { name: way }));
    for (const line of ['Zoë Núñez', 'Núñez Bakery LLC']) expect(screen.getByText(line)).toBeVisible();
  }
});

it('is never wiped by opening the screen again', () => {
  const { onChange } = draw(PICTURE);
  expect(onChange).not.toHaveBeenCalled();
});

it('a name that is being typed goes on where the field is drawn anew, and not over another signature', async () => {
  let held: Parameters<KeptTyping['write']>[0] = null;
  const kept = { read: () => held, write: (typing: typeof held) => void (held = typing) };
  const { user, unmount } = draw(null, undefined, kept);
  await user.click(screen.getByLabelText('Type'));
  await user.type(screen.getByLabelText('Type your full name'), 'Zoë');
  unmount();
  const again = draw(PICTURE, undefined, kept);
  expect(screen.getByLabelText('Type your full name')).toHaveValue('Zoë');
  again.unmount();
  draw('data:image/png;base64,BBBB', undefined, kept);
  expect(screen.queryByLabelText('Type your full name')).toBeNull();
});
