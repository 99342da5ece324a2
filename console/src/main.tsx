/**
 * Entry of the console: shows the page of the address, and another one when a link is followed. Before that it
 * deletes unsaved input that is too old.
 */
import { render } from 'preact';
import { App } from './app.tsx';
import { followLinks } from './location.ts';
import { readSession } from './session.ts';
import { discardExpired } from './unsaved-input.ts';

const container = document.getElementById('console');
if (container) {
  followLinks();
  discardExpired();
  void readSession();
  render(<App />, container);
}
