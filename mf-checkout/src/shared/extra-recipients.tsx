import { Recipient } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { common } from '@redress/copy/common';
import { forms } from '@redress/copy/forms';
import { EXTRA_RECIPIENT_CENTS, formatCents, STATE_OPTIONS } from '@redress/domain';
import { FieldRow, Form, SelectField, TextField, ZipField } from '@redress/forms';
import { formDataMerged, useAppDispatch } from '@redress/session-store';
import { Button } from '@redress/ui';
import { useState } from 'react';
import { useChosen } from './chosen.ts';
import styles from './checkout.module.css';

const MOST = 10;
const EMPTY = { name: '', address: '', apt: '', city: '', state: '', zipcode: '' };
const STATES = STATE_OPTIONS.map(({ code, name }) => ({ value: code, label: name }));

/** More people the letter goes to, each with a certified letter of their own (R17). */
export function ExtraRecipients() {
  const dispatch = useAppDispatch();
  const { recipients } = useChosen();
  const [isAdding, setAdding] = useState(false);
  const texts = checkout.recipients;
  const keep = (next: Recipient[]) => void dispatch(formDataMerged({ recipients: next }));

  return (
    <section className={styles['box']} aria-label={texts.heading}>
      <h2>{texts.heading}</h2>
      <p className={styles['soft']}>{texts.text(formatCents(EXTRA_RECIPIENT_CENTS))}</p>
      {recipients.length > 0 && (
        <ul className={styles['chosen']}>
          {recipients.map((recipient, index) => (
            <li key={`${recipient.name}${index}`}>
              <span>
                {recipient.name}, {recipient.address}, {recipient.city}, {recipient.state} {recipient.zipcode}
              </span>
              <Button
                variant="quiet"
                size="small"
                aria-label={texts.remove(recipient.name)}
                onClick={() => keep(recipients.filter((each) => each !== recipient))}
              >
                {common.actions.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <Form
          label={texts.nth(recipients.length + 1)}
          initialValues={EMPTY}
          schema={Recipient}
          onSubmit={(recipient) => {
            keep([...recipients, recipient]);
            setAdding(false);
          }}
        >
          <TextField name="name" label={texts.name} />
          <TextField name="address" label={forms.address} />
          <TextField name="apt" label={forms.apt} optional />
          <FieldRow>
            <TextField name="city" label={forms.city} />
            <SelectField name="state" label={forms.state} options={STATES} placeholder={forms.chooseState} />
            <ZipField name="zipcode" label={forms.zip} width="full" />
          </FieldRow>
          <div className={styles['buttons']}>
            <Button type="submit">{texts.save}</Button>
            <Button variant="quiet" onClick={() => setAdding(false)}>
              {common.actions.cancel}
            </Button>
          </div>
        </Form>
      ) : recipients.length < MOST ? (
        <div>
          <Button variant="secondary" size="small" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </div>
      ) : (
        <p>{texts.limit}</p>
      )}
    </section>
  );
}
