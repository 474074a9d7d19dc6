import { forms } from '@redress/copy/forms';
import { FieldError } from '@redress/forms';
import { Button, visuallyHidden } from '@redress/ui';
import styles from './dictation-button.module.css';
import { useDictation, type DictationOptions } from './use-dictation.ts';

const MICROPHONE = 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3ZM6 11a6 6 0 0 0 12 0M12 17v4';

/** Starts and ends dictation; says which it is, and why it did not work. */
export function DictationButton(options: DictationOptions) {
  const { isListening, error, toggle } = useDictation(options);
  return (
    <div className={styles['dictation']}>
      <Button variant="secondary" size="small" icon={MICROPHONE} aria-pressed={isListening} onClick={toggle}>
        {isListening ? forms.dictation.stop : forms.dictation.start}
      </Button>
      <span role="status" className={isListening ? styles['listening'] : visuallyHidden}>
        {isListening && forms.dictation.listening}
      </span>
      {error && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </div>
  );
}
