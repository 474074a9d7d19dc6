// Written into every document, so without the catalogue of words.
const TEXT = {
  title: 'The site could not start',
  hint: 'Reload the page. If it stays like this, try again in a few minutes. What you typed is kept on this device.',
  reload: 'Reload',
};

/**
 * What a visitor sees when the shell itself cannot run. A screen that the server has already drawn stays readable: the
 * notice goes on top of it.
 */
export function showLastResort(): void {
  if (document.getElementById('redress-last-resort')) return;
  const notice = document.createElement('div');
  notice.id = 'redress-last-resort';
  notice.setAttribute('role', 'alert');
  const title = document.createElement('p');
  title.textContent = TEXT.title;
  const hint = document.createElement('p');
  hint.textContent = TEXT.hint;
  const reload = document.createElement('button');
  reload.type = 'button';
  reload.textContent = TEXT.reload;
  reload.onclick = () => location.reload();
  notice.append(title, hint, reload);
  document.body.prepend(notice);
}
