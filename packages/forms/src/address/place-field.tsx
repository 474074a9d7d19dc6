import { forms } from '@redress/copy/forms';
import type { PlaceResult } from '@redress/contracts';
import { visuallyHidden } from '@redress/ui';
import { control } from '@redress/ui/controls';
import { useState, type KeyboardEvent } from 'react';
import { FieldFrame } from '../fields/field.tsx';
import { useEarlyInput } from '../early-input.ts';
import { useFormField } from '../use-form-field.ts';
import styles from './place-field.module.css';
import { usePlaceSearch, type PlaceSource, type PlaceSuggestion } from './use-place-search.ts';

export interface PlaceFieldProps {
  name: string;
  label: string;
  hint: string;
  autoComplete: string;
  places: PlaceSource;
  onPick: (place: PlaceResult) => void;
}

/** A street address with suggestions: a combobox (WAI-ARIA 1.2) that never stands in the way of plain typing. */
export function PlaceField({ name, label, hint, autoComplete, places, onPick }: PlaceFieldProps) {
  const field = useFormField<string | null | undefined>(name, true);
  const typedInto = useEarlyInput<HTMLInputElement>(field.setValue);
  const { suggestions, attribution, hasSearched, search, pick, close } = usePlaceSearch(places);
  const [active, setActive] = useState(-1);
  const isOpen = suggestions.length > 0;
  const listId = `${field.id}-list`;

  const choose = async (suggestion: PlaceSuggestion) => {
    setActive(-1);
    const place = await pick(suggestion);
    if (place) onPick(place);
    else field.setValue(suggestion.description);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(
        (current) => (current + step + suggestions.length + (current < 0 && step < 0 ? 1 : 0)) % suggestions.length,
      );
    } else if (event.key === 'Enter' && suggestions[active]) {
      event.preventDefault();
      void choose(suggestions[active]);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setActive(-1);
      close();
    }
  };

  return (
    <FieldFrame {...field} {...{ label, hint }}>
      <div className={styles['box']}>
        <input
          {...field.aria}
          ref={typedInto}
          className={control}
          id={field.id}
          name={name}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete={autoComplete}
          spellCheck={false}
          value={field.value ?? ''}
          onChange={(event) => {
            setActive(-1);
            field.setValue(event.target.value);
            search(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <ul className={styles['list']} id={listId} role="listbox" aria-label={forms.places.list} hidden={!isOpen}>
          {suggestions.map((suggestion, index) => (
            // The input keeps focus and the keyboard: a press must not take it away before the click. iOS 26.4 sends this
            // event also after a pointer event without its default.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled on the combobox, as the pattern says
            <li
              key={suggestion.place_id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void choose(suggestion)}
            >
              {suggestion.description}
            </li>
          ))}
          {attribution && (
            <li className={styles['credit']} role="presentation">
              {attribution}
            </li>
          )}
        </ul>
      </div>
      <p className={visuallyHidden} role="status">
        {isOpen ? forms.places.found(suggestions.length) : hasSearched ? forms.places.none : ''}
      </p>
    </FieldFrame>
  );
}
