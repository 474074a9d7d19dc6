// Runs this remote alone (`npm run dev -- mf-account --alone`). Inside the site the shell calls lifecycles.tsx instead.
void import('./bootstrap.ts');
