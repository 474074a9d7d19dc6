import styles from './avatar.module.css';

/** The first letter of a name. Decoration: the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  const [first = 'U'] = name.trim();
  return (
    <span className={styles['avatar']} aria-hidden="true">
      {first.toLocaleUpperCase()}
    </span>
  );
}
