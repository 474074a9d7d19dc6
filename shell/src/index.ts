import { START_FAILED } from './last-resort/start-failed.ts';
import { startSite } from './bootstrap.ts';

startSite().catch((error: unknown) => {
  reportError(error);
  // The document's own script says so: the words stand there, for a shell that does not arrive at all.
  dispatchEvent(new Event(START_FAILED));
});
