// What every federation host begins with, so that shared packages are there before they are used.
void import('./start.js');
