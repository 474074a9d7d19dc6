import { Form } from '@redress/forms';
import { renderApp } from '@redress/testing';
import { screen } from '@testing-library/react';
import { AgreedInterestFields } from './agreed-interest.tsx';
import { CentsField } from './cents-field.tsx';

it('takes the comma of a percent for its point, and makes no hundredfold of a sum with one', async () => {
  const onSubmit = jest.fn();
  const { user } = renderApp(
    <Form
      label="Amounts"
      initialValues={{ agreedInterest: { percent: '8', clause: '4', from: '' }, sum: null }}
      onSubmit={onSubmit}
    >
      <AgreedInterestFields />
      <CentsField name="sum" label="Sum" />
      <button type="submit">Send</button>
    </Form>,
  );
  const percent = screen.getByRole('textbox', { name: /percent/i });
  await user.clear(percent);
  await user.type(percent, '7,5');
  await user.type(screen.getByLabelText('Sum'), '245,00');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByLabelText('Sum')).toHaveValue('245,00');
  expect(onSubmit.mock.calls).toMatchObject([[{ agreedInterest: { percent: '7.5' }, sum: null }]]);
});
