import type { ApiError } from '@redress/api-client';
import type { LetterPlace } from '@redress/contracts';
import { letterGate as copy } from '@redress/copy/letter-gate';
import { Button, ButtonRow, Notice } from '@redress/ui';
import { LetterRefund } from './letter-refund.tsx';
import { useAskForLookMutation } from './result.api.ts';
import type { LetterHandle } from './use-letter.ts';

/** One entry for each sentence, even with several findings; a finding of class A takes precedence. */
function bySentence(places: readonly LetterPlace[]): (LetterPlace & { whys: string[] })[] {
  const sentences = new Map<string, LetterPlace & { whys: string[] }>();
  for (const place of places) {
    const known = sentences.get(place.sentence);
    const main = known?.class === 'A' ? known : place;
    sentences.set(place.sentence, { ...main, whys: [...new Set([...(known?.whys ?? []), place.why])] });
  }
  return [...sentences.values()];
}

/** Sentences that keep the letter from being mailed, or that it leaves out; what can be done about each. */
export function HeldSentences({ letter }: { letter: LetterHandle }) {
  const { demand, text, isLocked, unsafe } = letter;
  const held = bySentence([...unsafe, ...(demand.left_out ?? [])]);
  const standing = held.filter(({ sentence }) => text.includes(sentence));
  const leftOut = held.filter(({ sentence }) => !text.includes(sentence));
  if (isLocked || (held.length === 0 && !demand.can_refund)) return null;
  return (
    <>
      {standing.length > 0 && (
        <Notice tone="danger" live title={copy.heading}>
          <p>{copy.lead}</p>
          <ul>
            {standing.map((place) => (
              <li key={place.key}>
                <q dir="auto">{place.sentence}</q> {place.whys.join(' ')}
                {place.class === 'A' ? (
                  <Stopped place={place} letter={letter} />
                ) : (
                  <Choice place={place} letter={letter} />
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {leftOut.length > 0 && (
        <Notice title={copy.notInLetter}>
          <p>{copy.notInLetterHint}</p>
          <ul>
            {leftOut.map((place) => (
              <li key={place.key}>
                <q dir="auto">{place.sentence}</q> {place.whys.join(' ')}
                {place.class === 'A' && <Look place={place} letter={letter} />}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {demand.can_refund && <LetterRefund letter={letter} />}
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

function Choice({ place, letter }: PlaceProps) {
  const isKept = letter.choices.get(place.key) === 'keep';
  const takeOut = () => {
    letter.choose(place.key, 'cut');
    letter.setText(letter.text.replace(place.sentence, () => ''));
  };
  return (
    <>
      {isKept && <p>{copy.kept}</p>}
      <ButtonRow>
        {!isKept && (
          <Button size="small" variant="secondary" onClick={() => letter.choose(place.key, 'keep')}>
            {copy.keep}
          </Button>
        )}
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
