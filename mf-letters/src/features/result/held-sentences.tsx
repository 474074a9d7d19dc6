import type { ApiError } from '@redress/api-client';
import type { LetterPlace } from '@redress/contracts';
import { letterGate as copy } from '@redress/copy/letter-gate';
import { Button, ButtonRow, Notice } from '@redress/ui';
import { NotInLetter, type LeftOutPiece } from '@redress/ui/not-in-letter';
import { LetterRefund } from './letter-refund.tsx';
import { useAskForLookMutation } from './result.api.ts';
import type { LetterHandle } from './use-letter.ts';

interface Piece extends LeftOutPiece {
  place: LetterPlace;
}

const whereOf = ({ field }: LetterPlace): string => (copy.rowOf as Readonly<Record<string, string>>)[field ?? ''] ?? '';

/** One piece for each sentence, even with several findings; a finding of class A takes precedence. */
function piecesOf(places: readonly LetterPlace[], choices: LetterHandle['choices']): Piece[] {
  const sentences = new Map<string, Piece>();
  for (const place of places) {
    const known = sentences.get(place.sentence);
    const main = known?.place.class === 'A' ? known.place : place;
    sentences.set(place.sentence, {
      id: main.key,
      place: main,
      sentences: [main.sentence],
      reasons: [...new Set([...(known?.reasons ?? []), place.why, whereOf(place)])].filter(Boolean),
      canKeep: main.class !== 'A' && !main.look,
      isKept: main.look || choices.get(main.key) === 'keep',
      needsLook: false,
    });
  }
  return [...sentences.values()];
}

/** Sentences that keep the letter from being mailed, or that it leaves out; what can be done about each. */
export function HeldSentences({ letter }: { letter: LetterHandle }) {
  const { demand, text, isLocked, unsafe } = letter;
  const held = piecesOf([...unsafe, ...(demand.left_out ?? [])], letter.choices);
  const isStanding = ({ place }: Piece) => text.includes(place.sentence);
  const stopped = held.filter((piece) => isStanding(piece) && piece.place.class === 'A');
  const undecided = held.filter((piece) => isStanding(piece) && piece.place.class !== 'A');
  if (isLocked || (held.length === 0 && !demand.can_refund && !demand.refund)) return null;
  return (
    <>
      {stopped.length > 0 && (
        <Notice tone="danger" live title={copy.heading}>
          <p>{copy.lead}</p>
          <ul>
            {stopped.map(({ place, reasons }) => (
              <li key={place.key}>
                <q dir="auto">{place.sentence}</q> {reasons.join(' ')}
                <Stopped place={place} letter={letter} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <NotInLetter
        title={copy.choiceHeading}
        hint={copy.choiceHint}
        pieces={undecided}
        onKeep={({ place }, isKept) => letter.choose(place.key, isKept ? 'keep' : 'cut')}
        more={({ place }) => <Undecided place={place} letter={letter} />}
      />
      <NotInLetter
        pieces={held.filter((piece) => !isStanding(piece))}
        more={({ place }) => place.class === 'A' && <Look place={place} letter={letter} />}
      />
      {(demand.can_refund || demand.refund) && <LetterRefund letter={letter} />}
    </>
  );
}

interface PlaceProps {
  place: LetterPlace;
  letter: LetterHandle;
}

function Stopped({ place, letter }: PlaceProps) {
  const replace = (by: string) => letter.setText(letter.text.replace(place.sentence, () => by));
  return (
    <>
      {place.calm && (
        <p>
          {copy.calmLabel} <q dir="auto">{place.calm}</q>
        </p>
      )}
      <ButtonRow>
        {place.calm && (
          <Button size="small" onClick={() => replace(place.calm)}>
            {copy.takeCalm}
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={() => replace('')}>
          {copy.takeOut}
        </Button>
      </ButtonRow>
      <Look place={place} letter={letter} />
    </>
  );
}

/** Words of class B or C in the text: out of it by a press, or looked at by an operator while they are kept. */
function Undecided({ place, letter }: PlaceProps) {
  const takeOut = () => {
    letter.choose(place.key, 'cut');
    letter.setText(letter.text.replace(place.sentence, () => ''));
  };
  return (
    <>
      {place.look && <p>{copy.looking}</p>}
      <ButtonRow>
        <Button size="small" variant="secondary" onClick={takeOut}>
          {copy.takeOut}
        </Button>
      </ButtonRow>
    </>
  );
}

/** A claimant whose sentence was stopped by mistake can ask an operator, and withdraw the question. */
function Look({ place, letter }: PlaceProps) {
  const [askForLook, { isLoading, error }] = useAskForLookMutation();
  const failure = (error as ApiError | undefined)?.message; // the only error type of the API's base query
  const ask = async (withdraw: boolean) => {
    const session = { form_session_id: letter.demand.form_session_id };
    const { data } = await askForLook({ ...session, sentence: place.sentence, withdraw });
    if (data) letter.renew(data.demand);
  };
  return (
    <>
      {place.look && <p>{copy.looking}</p>}
      {failure && <p role="alert">{failure}</p>}
      <Button size="small" variant="quiet" busy={isLoading} onClick={() => void ask(place.look)}>
        {place.look ? copy.withdraw : copy.look}
      </Button>
    </>
  );
}
