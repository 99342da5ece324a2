/**
 * Entry of the console: shows the page of the address, and another one when a link is followed. Before that it
 * deletes unsaved input that is too old.
 */
import { render } from 'preact';
import { App } from './app.tsx';
import { forgetOld } from './kept.ts';
import { followLinks } from './location.ts';
import { readSession } from './session.ts';

const container = document.getElementById('console');
if (container) {
  followLinks();
  forgetOld();
  void readSession();
  render(<App />, container);
}
