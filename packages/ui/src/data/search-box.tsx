import { common } from '@redress/copy/common';
import { Icon, IconButton, Spinner, cx, visuallyHidden } from '@redress/ui';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { search, x } from '../icons/index.ts';
import styles from './search-box.module.css';

export interface SearchBoxProps<Item> {
  label: string;
  placeholder?: string | undefined;
  query: string;
  /** The owner asks, waits and answers with `items`. */
  onQuery: (query: string) => void;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  busy?: boolean | undefined;
  /** Shown in place of items: nothing found, or why there is no answer. Empty when there is nothing to say yet. */
  message?: string | undefined;
  className?: string | undefined;
}

/** A search field with a list of results: arrow keys choose, Enter opens, Escape closes. */
export function SearchBox<Item>({
  label,
  placeholder,
  query,
  onQuery,
  items,
  itemKey,
  renderItem,
  onPick,
  busy = false,
  message,
  className,
}: SearchBoxProps<Item>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const showsList = isOpen && query.trim() !== '' && (items.length > 0 || Boolean(message));
  const activeItem = showsList ? items[active] : undefined;

  const pick = (item: Item) => {
    setOpen(false);
    setActive(-1);
    onPick(item);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (items.length === 0) return;
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) => (at === -1 && step === -1 ? items.length - 1 : (at + step + items.length) % items.length));
    } else if (event.key === 'Enter' && activeItem !== undefined) {
      event.preventDefault();
      pick(activeItem);
    } else if (event.key === 'Escape' && showsList) {
      event.preventDefault();
      setOpen(false);
    }
  };

  return (
    <div
      className={cx(styles['box'], className)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <span className={styles['icon']}>{busy ? <Spinner size={20} /> : <Icon shape={search} />}</span>
      <input
        ref={input}
        className={styles['input']}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        autoComplete="off"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={showsList}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeItem === undefined ? undefined : `${id}-${active}`}
        placeholder={placeholder}
        value={query}
        onFocus={() => setOpen(true)}
        onKeyDown={press}
        onChange={(event) => {
          setOpen(true);
          setActive(-1);
          onQuery(event.currentTarget.value);
        }}
      />
      {query && (
        <IconButton
          className={styles['clear']}
          label={common.search.clear}
          icon={x}
          onClick={() => {
            onQuery('');
            input.current?.focus();
          }}
        />
      )}
      <div className={styles['list']} hidden={!showsList}>
        <ul id={`${id}-list`} role="listbox" aria-label={label}>
          {items.map((item, index) => (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the input's: focus stays there
            <li
              key={itemKey(item)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles['item']}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(item)}
            >
              {renderItem(item)}
            </li>
          ))}
        </ul>
        {items.length === 0 && message && <p className={styles['message']}>{message}</p>}
      </div>
      <p role="status" className={visuallyHidden}>
        {showsList ? (items.length > 0 ? common.search.results(items.length) : message) : ''}
      </p>
    </div>
  );
}
