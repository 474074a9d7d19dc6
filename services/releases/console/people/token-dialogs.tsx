import type { RegisteredPerson, TokenSummary } from '@redress/contracts/release-api';
import { useId, useState } from 'react';
import { ActDialog } from '../act-dialog.tsx';
import { useConsole } from '../console-context.ts';
import { FormDialog } from './form-dialog.tsx';
import { RightsFields, TextInput, type Rights } from './fields.tsx';
import { peopleTexts } from './people-texts.ts';

interface DialogProps {
  onClose: () => void;
  onIssued: (issued: { name: string; token: string }) => void;
}

const DAYS = '90';

/** A token for a person: what it may is what they may, or to read. */
export function GiveToken({ people, onClose, onIssued }: DialogProps & { people: readonly RegisteredPerson[] }) {
  const { api } = useConsole();
  const [name, setName] = useState('');
  const [person, setPerson] = useState('');
  const [days, setDays] = useState(DAYS);
  const [rights, setRights] = useState<Rights>({ role: 'reader', team: null });
  const id = useId();
  const give = async () => {
    onIssued(await api('addToken', { name, person, days: Number(days), ...rights }));
    onClose();
  };
  const choose = (chosen: string) => {
    setPerson(chosen);
    const known = people.find((each) => each.name === chosen);
    if (known) setRights({ role: known.role, team: known.team });
  };
  return (
    <FormDialog title={peopleTexts.giveToken} action={peopleTexts.giveToken} onSubmit={give} onClose={onClose}>
      <TextInput label={peopleTexts.person} value={person} onChange={choose} list={id} autoComplete="off" />
      <datalist id={id}>
        {people.map((each) => (
          <option key={each.handle} value={each.name} />
        ))}
      </datalist>
      <TextInput label={peopleTexts.tokenName} value={name} onChange={setName} autoComplete="off" />
      <RightsFields value={rights} onChange={setRights} />
      <TextInput label={peopleTexts.days} value={days} onChange={setDays} inputMode="numeric" autoComplete="off" />
    </FormDialog>
  );
}

/** The same token with another secret. */
export function RotateToken({ token: { name }, onClose, onIssued }: DialogProps & { token: TokenSummary }) {
  const { api } = useConsole();
  const [days, setDays] = useState(DAYS);
  const rotate = async () => {
    onIssued(await api('rotateToken', { name, days: Number(days) }));
    onClose();
  };
  const title = `${peopleTexts.rotate}: ${name}`;
  return (
    <FormDialog title={title} action={peopleTexts.rotate} onSubmit={rotate} onClose={onClose}>
      <p>{peopleTexts.rotateLead}</p>
      <TextInput label={peopleTexts.days} value={days} onChange={setDays} inputMode="numeric" autoComplete="off" />
    </FormDialog>
  );
}

export function EndToken({
  token: { name },
  onClose,
  onDone,
}: {
  token: TokenSummary;
  onClose: () => void;
  onDone: (text: string) => void;
}) {
  const { api } = useConsole();
  const end = async (reason: string) => {
    await api('endToken', { name, reason });
    onDone(`The token ${name} has ended.`);
  };
  return (
    <ActDialog title={`${peopleTexts.end}: ${name}`} action={peopleTexts.end} onAct={end} onClose={onClose}>
      <p>{peopleTexts.endToken}</p>
    </ActDialog>
  );
}
