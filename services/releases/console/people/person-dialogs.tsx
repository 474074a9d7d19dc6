import type { RegisteredPerson } from '@redress/contracts/release-api';
import { useState } from 'react';
import { ActDialog } from '../act-dialog.tsx';
import { useConsole } from '../console-context.ts';
import { FormDialog } from './form-dialog.tsx';
import { RightsFields, TextInput, type Rights } from './fields.tsx';
import { peopleTexts } from './people-texts.ts';

interface DialogProps {
  onClose: () => void;
  /** What was done, in a sentence. */
  onDone: (text: string) => void;
}

/** Lets somebody in who has not been here before. */
export function InvitePerson({ onClose, onDone }: DialogProps) {
  const { api } = useConsole();
  const [handle, setHandle] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [rights, setRights] = useState<Rights>({ role: 'reader', team: null });
  const invite = async () => {
    const { tokensEnded } = await api('addPerson', { handle, name, email, ...rights });
    onDone(`${name} is invited as @${handle}.${peopleTexts.tokensEnded(tokensEnded)}`);
    onClose();
  };
  return (
    <FormDialog title={peopleTexts.invite} action={peopleTexts.invite} onSubmit={invite} onClose={onClose}>
      <p>{peopleTexts.inviteLead}</p>
      <TextInput label={peopleTexts.name} value={name} onChange={setName} autoComplete="off" />
      <TextInput label={peopleTexts.handle} value={handle} onChange={setHandle} autoComplete="off" />
      <TextInput label={peopleTexts.email} value={email} onChange={setEmail} inputMode="email" autoComplete="off" />
      <RightsFields value={rights} onChange={setRights} />
    </FormDialog>
  );
}

/** Gives a person other rights, or a way in by another address. */
export function ChangePerson({ person, onClose, onDone }: DialogProps & { person: RegisteredPerson }) {
  const { api } = useConsole();
  const { handle, name } = person;
  const [email, setEmail] = useState('');
  const [rights, setRights] = useState<Rights>(person);
  const change = async (reason: string) => {
    const { role, team } = rights;
    const anew = email.trim() === '' ? {} : { email };
    const { tokensEnded } = await api('changePerson', { handle, role, team, reason, ...anew });
    onDone(`${name} is ${peopleTexts.roles[role].toLowerCase()} now.${peopleTexts.tokensEnded(tokensEnded)}`);
  };
  return (
    <ActDialog title={`${peopleTexts.change}: ${name}`} action={peopleTexts.change} onAct={change} onClose={onClose}>
      <p>{peopleTexts.changeLead}</p>
      <RightsFields value={rights} onChange={setRights} />
      <TextInput label={peopleTexts.newEmail} value={email} onChange={setEmail} inputMode="email" autoComplete="off" />
    </ActDialog>
  );
}

/** Lets somebody in no more. */
export function EndPerson({ person: { handle, name }, onClose, onDone }: DialogProps & { person: RegisteredPerson }) {
  const { api } = useConsole();
  const end = async (reason: string) => {
    const { tokensEnded } = await api('endPerson', { handle, reason });
    onDone(`${name} has ended.${peopleTexts.tokensEnded(tokensEnded)}`);
  };
  return (
    <ActDialog title={`${peopleTexts.end}: ${name}`} action={peopleTexts.end} onAct={end} onClose={onClose}>
      <p>{peopleTexts.endLead}</p>
    </ActDialog>
  );
}
