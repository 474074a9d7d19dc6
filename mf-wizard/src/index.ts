// Runs this remote alone (`npm run dev -- mf-wizard --alone`). Inside the site the shell calls lifecycles.tsx instead.
void import('./bootstrap.ts');
