import { showLastResort } from './last-resort/last-resort.ts';
import { startSite } from './bootstrap.ts';

startSite().catch((error: unknown) => {
  reportError(error);
  showLastResort();
});
