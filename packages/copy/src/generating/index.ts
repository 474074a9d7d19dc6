import { catalogue } from '../catalogue.ts';
import { en } from './en.ts';

export const generatingFile = catalogue(en);
