import type { ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import { NewPlace, type AnswerOf, type CaseFile, type openFurtherLetter } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { formatDollars, isFurtherLetter, NEW_ADDRESS, type FurtherLetter } from '@redress/domain';
import { AddressFields, Form } from '@redress/forms';
import { navigateTo } from '@redress/mf-runtime';
import { claimOpened, getStore } from '@redress/session-store';
import { Button, Card, Notice } from '@redress/ui';
import { LetterSheet } from '@redress/ui/letter';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import shared from '../../shared/screen.module.css';
import { caseEndpoints } from './case.api.ts';
import styles from './case.module.css';
import { KeepsUnsaved } from './keeps-unsaved.tsx';

type Further = CaseFile['further_letters'][number] & { package_id: FurtherLetter };
const isKnown = (row: CaseFile['further_letters'][number]): row is Further => isFurtherLetter(row.package_id);

/** The letter that the next step is about; undefined: it is about the first one. */
export const letterOfStep = ({ next, further_letters }: CaseFile): Further | undefined =>
  further_letters.filter(isKnown).findLast(({ package_id }) => package_id === next.letter);

/** Letters after the first that are not the next step: those that were bought, and those that can be had. */
export function FurtherLetters({ file }: { file: CaseFile }) {
  const texts = letters.case.further;
  const step = letterOfStep(file);
  const rows = file.further_letters.filter(isKnown).filter((row) => row !== step || row.standing !== 'offered');
  if (rows.length === 0) return null;
  return (
    <Card title={texts.title}>
      <ul className={styles['rows']}>
        {rows.map((row) => (
          <li key={row.form_session_id ?? row.package_id} className={styles['row']}>
            <h3>{texts.kinds[row.package_id].title}</h3>
            {row.standing === 'offered' ? (
              <Offer caseId={file.form_session_id} letter={row} />
            ) : (
              <>
                <p>{(texts.standings as Readonly<Record<string, string>>)[row.standing] ?? texts.underway}</p>
                <div>
                  <Button
                    size="small"
                    variant="secondary"
                    onClick={() => navigateTo(`/result?claim=${row.form_session_id}`)}
                  >
                    {texts.kinds[row.package_id].open}
                  </Button>
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Place = z.input<typeof NewPlace>;
type Opened = AnswerOf<typeof openFurtherLetter>;

/** A further letter, read before it is paid for, then paid, approved, stopped and mailed like any other. */
export function Offer({ caseId, letter: { package_id, price: dollars } }: { caseId: string; letter: Further }) {
  const { when, pay, change, kinds } = letters.case.further;
  const texts = kinds[package_id];
  const price = formatDollars(dollars);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened) sheet.current?.focus();
  }, [opened]);

  const read = async (place?: Place) => {
    const result = await send(caseEndpoints.openFurtherLetter, { form_session_id: caseId, package_id, place });
    if ('error' in result) return result.error;
    setOpened(result.data);
    return null;
  };
  const goToPay = async (id: string) => {
    const result = await send(caseEndpoints.furtherLetterClaim, { form_session_id: id });
    if ('error' in result) return result.error;
    if (!result.data.session) return null;
    getStore().dispatch(claimOpened({ session: result.data.session, resume: true }));
    navigateTo('/');
    return null;
  };
  const press = async () => {
    setBusy(true);
    setRefusal(null);
    setRefusal(await (opened ? goToPay(opened.form_session_id) : read()));
    setBusy(false);
  };
  const asksPlace = package_id === NEW_ADDRESS && !opened;
  return (
    <>
      <p>{texts.what}</p>
      <p className={shared['soft']}>{when(price)}</p>
      {opened && (
        <div ref={sheet} tabIndex={-1}>
          <LetterSheet label={texts.preview}>{opened.demand_letter}</LetterSheet>
        </div>
      )}
      {refusal && (
        <Notice tone="danger" live>
          {refusal.message || letters.case.notKept}
        </Notice>
      )}
      {asksPlace && <PlaceForm act={texts.read} onRead={read} />}
      {!asksPlace && (
        <div className={styles['press']}>
          <Button busy={isBusy} onClick={() => void press()}>
            {opened ? pay(price) : texts.read}
          </Button>
          {opened && package_id === NEW_ADDRESS && (
            <Button variant="quiet" onClick={() => setOpened(null)}>
              {change}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const EMPTY = { address: '', apt: '', city: '', state: '', zipcode: '' };

function PlaceForm({ act, onRead }: { act: string; onRead: (place: Place) => Promise<ApiError | null> }) {
  const submit = async (place: Place) => {
    const refusal = await onRead(place);
    if (!refusal) return undefined;
    const fields = Object.entries(refusal.fields ?? {}).map(([name, text]) => [name.replace(/^place\./, ''), text]);
    return fields.length > 0
      ? { fields: Object.fromEntries(fields) }
      : { message: refusal.message || letters.case.notKept };
  };
  return (
    <Form label={letters.case.further.place} initialValues={EMPTY} schema={NewPlace} onSubmit={submit}>
      {({ isSubmitting, values }) => (
        <>
          <KeepsUnsaved values={values} begun={EMPTY} as="place" />
          <AddressFields />
          <div>
            <Button type="submit" busy={isSubmitting}>
              {act}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
