import { forms } from '@redress/copy/forms';
import { FieldError } from '@redress/forms';
import { visuallyHidden } from '@redress/ui';
import styles from './dictation-button.module.css';
import { useDictation, type DictationOptions } from './use-dictation.ts';

/** Starts and ends dictation; says which it is, and why it did not work. */
export function DictationButton(options: DictationOptions) {
  const { isListening, error, toggle } = useDictation(options);
  return (
    <div className={styles['dictation']}>
      <button type="button" className={styles['button']} aria-pressed={isListening} onClick={toggle}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path
            d="M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3ZM6 11a6 6 0 0 0 12 0M12 17v4"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
        {isListening ? forms.dictation.stop : forms.dictation.start}
      </button>
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
