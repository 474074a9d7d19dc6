import { catalogue } from '../catalogue.ts';
import { en } from './en.ts';

export type { HelpTopic } from './en.ts';

export const help = catalogue(en);
