import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { envelopeName, mayNameOtherwise, needsLatinForm } from '@redress/domain';
import { TextField, useFormField } from '@redress/forms';
import styles from './party-screen.module.css';

/** What the envelope says where it cannot carry a name as it is, and another form to give for it (R36). */
export function EnvelopeNameField({ name, field }: { name: string; field: 'latinName' | 'defendantLatinName' }) {
  const otherwise = useFormField<string>(field).value;
  const texts = copy.names;
  const needsLatin = needsLatinForm(name);
  const { lines, rest } = envelopeName(name, otherwise);
  const isUnreadable = needsLatin && !otherwise?.trim();
  if (!mayNameOtherwise(name)) return null;
  return (
    <>
      <TextField
        name={field}
        label={needsLatin ? texts.latin : texts.shorter}
        hint={needsLatin ? texts.latinHint : texts.shorterHint}
        optional={!needsLatin}
        autoComplete="off"
        maxLength={80}
      />
      <div role="status" className={styles['envelope']}>
        {isUnreadable ? (
          <p>{texts.notOnEnvelope}</p>
        ) : (
          <p>
            {texts.onEnvelope}{' '}
            <span dir="auto">
              {lines[0]}
              {lines[1] && (
                <>
                  <br />
                  {lines[1]}
                </>
              )}
            </span>
            {rest && (
              <>
                <br />
                {texts.cutOnEnvelope(rest)}
              </>
            )}
          </p>
        )}
      </div>
    </>
  );
}
