import { Button, Dialog } from '@redress/ui';
import { useId, useLayoutEffect, useState } from 'react';
import styles from './console.module.css';
import { texts } from './texts.ts';
import { VIEWS } from './views.ts';

const STORED = 'redress-console-shortcuts';
/** One key for each view, as they lie side by side on a keyboard. */
const KEYS = '1234567890-';

/** A letter that is typed somewhere, or pressed over a dialog, is no shortcut. */
function isFree({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open]')) return false;
  return !(target instanceof Element && target.closest('input, select, textarea, [contenteditable]'));
}

/** Digits and `-` lead to the views, `?` says so. They can be turned off: one key alone is pressed by speech input as well (WCAG 2.1.4). */
export function Shortcuts({ onView }: { onView: (key: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(() => localStorage.getItem(STORED) !== 'off');
  const id = useId();

  // Before the page is painted: a key pressed as soon as the views are seen must lead to one.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isOn || !isFree(event)) return;
      const view = event.key.length === 1 ? VIEWS[KEYS.indexOf(event.key)] : undefined;
      if (event.key !== '?' && !view) return;
      event.preventDefault();
      if (view) onView(view.key);
      else setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, onView]);

  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {texts.shortcuts.button}
      </Button>
      <Dialog open={isOpen} title={texts.shortcuts.title} onClose={() => setOpen(false)}>
        <dl className={styles['keys']}>
          <div>
            <dt>
              <kbd>?</kbd>
            </dt>
            <dd>{texts.shortcuts.help}</dd>
          </div>
          {VIEWS.map(({ key, label }, index) => (
            <div key={key}>
              <dt>
                <kbd>{KEYS[index]}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
          <div>
            <dt>
              <kbd>←</kbd> <kbd>→</kbd>
            </dt>
            <dd>{texts.shortcuts.arrows}</dd>
          </div>
          <div>
            <dt>
              <kbd>Esc</kbd>
            </dt>
            <dd>{texts.shortcuts.escape}</dd>
          </div>
        </dl>
        <p className={styles['tick']}>
          <input
            id={id}
            type="checkbox"
            checked={isOn}
            onChange={({ target: { checked } }) => {
              localStorage.setItem(STORED, checked ? 'on' : 'off');
              setOn(checked);
            }}
          />
          <label htmlFor={id}>{texts.shortcuts.on}</label>
        </p>
      </Dialog>
    </>
  );
}
