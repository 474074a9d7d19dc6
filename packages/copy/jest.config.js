import { neutral } from '@redress/jest-config';

export default neutral;
