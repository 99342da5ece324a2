/**
 * The form above the API reference by which a visitor signs in and makes an API key. The session is a cookie that
 * scripts cannot read; the key is shown once, given to the page and stored nowhere.
 */

const find = (id) => document.getElementById(id);
const signIn = find('sign-in');
const makeKey = find('make-key');

/** @param use takes the secret of a key that was made */
export async function openKeyForm(use) {
  signIn.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(async () => showSignedIn(await send('POST', 'api/account/login', fieldsOf(signIn))));
  });
  makeKey.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(async () => {
      const { secret } = await send('POST', 'api/account/keys', fieldsOf(makeKey));
      use(secret);
      find('secret').value = secret;
      find('key').hidden = false;
      find('secret').select();
      say('Made. Copy it now: it is not shown again.');
    });
  });
  find('sign-out').addEventListener('click', () => attempt(signOut));
  find('copy').addEventListener('click', () =>
    attempt(async () => {
      await navigator.clipboard.writeText(find('secret').value);
      say('Copied.');
    }),
  );
}

function showSignedIn({ email }) {
  find('who').textContent = email;
  signIn.reset();
  signIn.hidden = true;
  makeKey.hidden = false;
  makeKey.elements.preset.focus();
  say('');
}

async function signOut() {
  await send('POST', 'api/account/logout');
  makeKey.hidden = true;
  find('key').hidden = true;
  find('secret').value = '';
  signIn.hidden = false;
  signIn.elements.email.focus();
  say('Signed out. A key that you made stays valid.');
}

const fieldsOf = (form) => Object.fromEntries(new FormData(form));

/** @throws Error with what the problem document says to do */
async function send(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    say(error.message);
  }
}

function say(text) {
  find('message').textContent = text;
}
