import { catalogue } from '../catalogue.ts';
import { en } from './en.ts';

export { PRIVACY_VERSION, TERMS_VERSION, privacy, terms } from './en.ts';

export const legal = catalogue(en);
