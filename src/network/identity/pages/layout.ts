import { minPasswordLength } from '../passwords.ts';
import type { Person } from '../people.ts';
import { type Html, html } from './html.ts';

/** A page of the account area. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** A sentence about the last action. */
  readonly notice?: string | undefined;
  /** A sentence about an action that failed. */
  readonly problem?: string | undefined;
}

/** The person who sees the page, with the token that forms carry. */
export interface Viewer {
  readonly person: Person | undefined;
  readonly token: string;
  /** The path of the page. */
  readonly path: string;
}

const sections = [
  { path: '/account', title: 'Overview' },
  { path: '/account/keys', title: 'API keys' },
  { path: '/account/security', title: 'Security' },
] as const;
const adminSection = { path: '/account/admin', title: 'Administration' } as const;

/** The whole page. */
export function layout({ title, body, notice, problem }: Page, viewer: Viewer): string {
  const { person } = viewer;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – File Utility Network</title>
        <link rel="stylesheet" href="/account/style.css" />
      </head>
      <body>
        <header>
          <a class="brand" href="/account">File Utility Network</a>
          ${person && navigation(person, viewer)}
        </header>
        <main class="${person === undefined ? 'narrow' : 'wide'}">
          <h1>${title}</h1>
          ${notice === undefined ? undefined : html`<p class="notice" role="status">${notice}</p>`}
          ${problem === undefined ? undefined : html`<p class="problem" role="alert">${problem}</p>`} ${body}
        </main>
      </body>
    </html>`.text;
}

/** The hidden field that proves that a form comes from this page. */
export function tokenField({ token }: Viewer): Html {
  return html`<input type="hidden" name="_csrf" value="${token}" />`;
}

/** The fields for a new password, twice. */
export function newPasswordFields(label: string): Html {
  return html`<label for="password">${label}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      minlength="${minPasswordLength}"
      aria-describedby="password-hint"
    />
    <p class="hint" id="password-hint">
      At least ${minPasswordLength} characters. A few words are easier to remember than symbols.
    </p>
    <label for="again">Repeat the password</label>
    <input id="again" name="again" type="password" autocomplete="new-password" required />`;
}

/** A button that is a form of its own. */
export function actionButton(
  viewer: Viewer,
  action: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form class="inline" method="post" action="${action}">
    ${tokenField(viewer)}${hidden}<button class="quiet">${label}</button>
  </form>`;
}

function navigation(person: Person, viewer: Viewer): Html {
  const all = person.isAdmin ? [...sections, adminSection] : sections;
  const links = all.map(({ path, title }) =>
    path === viewer.path
      ? html`<a href="${path}" aria-current="page">${title}</a>`
      : html`<a href="${path}">${title}</a>`,
  );
  return html`<nav aria-label="Account">${links}</nav>
    <div class="who">
      <span>${person.email}</span>${actionButton(viewer, '/account/logout', 'Sign out')}
    </div>`;
}
