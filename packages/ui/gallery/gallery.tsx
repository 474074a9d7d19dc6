import { PageHeading, Stack } from '@redress/ui';
import { BrandMark } from '@redress/ui/brand-mark';
import { LiveRegion } from '@redress/ui/live-region';
import { ControlsPage } from './controls-page.tsx';
import { ListsPage } from './lists-page.tsx';
import { LettersPage } from './letters-page.tsx';
import styles from './gallery.module.css';

/** Everything, one page after the other; `#controls`, `#lists` and `#letters` show one alone. */
export function Gallery() {
  const only = location.hash.slice(1);
  const shows = (name: string) => only === '' || only === name;
  return (
    <div className={styles['page']}>
      <header className={styles['row']}>
        <BrandMark size={40} />
        <strong>Redress</strong>
      </header>
      <main id="main">
        <Stack gap={24}>
          <PageHeading lead="Say what you are owed. We put it in writing.">Components and their states</PageHeading>
          {shows('controls') && <ControlsPage />}
          {shows('lists') && <ListsPage />}
          {shows('letters') && <LettersPage />}
        </Stack>
      </main>
      <LiveRegion />
    </div>
  );
}
