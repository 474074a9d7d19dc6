// `npm run build`: installs, and builds the shell and the remotes. What a program of its own role is started from.
import { buildWhatChanged } from '../lib/build.mjs';
import { explain } from '../lib/steps.mjs';

try {
  await buildWhatChanged();
} catch (error) {
  explain(error);
}
