import { browser } from '@redress/jest-config';

export default browser;
