import { escapeMarkup } from '../../engines/lib/escapeMarkup.ts';
import { minPasswordLength } from './passwords.ts';
import type { Person } from './people.ts';

/** The outcome of an action, above the page that follows it. */
export interface Outcome {
  readonly notice?: string | undefined;
  /** A sentence about an action that failed. */
  readonly problem?: string | undefined;
  /** A section with a secret, which is shown only now. */
  readonly secret?: Html | undefined;
}

/** A page of the account area. */
export interface Page extends Outcome {
  readonly title: string;
  readonly body: Html;
}

export type PageFor = (viewer: Viewer) => Page;

/** The person who sees the page, with the token that forms carry. */
export interface Viewer {
  readonly person: Person | undefined;
  readonly token: string;
}

const sections = [
  { path: '/account', title: 'Overview' },
  { path: '/account/keys', title: 'API keys' },
  { path: '/account/security', title: 'Security' },
] as const;
const adminSection = { path: '/account/admin', title: 'Administration' } as const;

/** The whole page. */
export function layout({ title, body, notice, problem, secret }: Page, viewer: Viewer): string {
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
          ${person && navigation(person, viewer, title)}
        </header>
        <main class="${person === undefined ? 'narrow' : 'wide'}">
          <h1>${title}</h1>
          ${notice === undefined ? undefined : html`<p class="notice" role="status">${notice}</p>`}
          ${problem === undefined ? undefined : html`<p class="problem" role="alert">${problem}</p>`}
          ${secret}${body}
        </main>
      </body>
    </html>`.text;
}

/** The hidden field that proves that a form comes from this page. */
function tokenField({ token }: Viewer): Html {
  return html`<input type="hidden" name="_csrf" value="${token}" />`;
}

/** A form, which is sent to the page itself unless it has an action. */
export function form(viewer: Viewer, button: string | Html, fields: readonly Html[], action?: string): Html {
  return html`<form method="post" ${action === undefined ? undefined : html`action="${action}"`}>
    ${tokenField(viewer)}${fields} ${typeof button === 'string' ? html`<button>${button}</button>` : button}
  </form>`;
}

/** A required field of a form. The id differs from the name if the page has several fields with this name. */
export function field(label: string, name: string, attributes: Html, id = name): Html {
  return html`<label for="${id}">${label}</label><input id="${id}" name="${name}" required ${attributes} />`;
}

/** A field with a hint below it. */
export function hinted(label: string, name: string, attributes: Html, hint: Html): Html {
  const id = `${name}-hint`;
  return html`<label for="${name}">${label}</label
    ><input id="${name}" name="${name}" aria-describedby="${id}" ${attributes} />
    <p class="hint" id="${id}">${hint}</p>`;
}

/** The fields for a new password, twice. */
export function newPasswordFields(label: string): Html[] {
  const isNew = html`type="password" autocomplete="new-password"`;
  const least = html`At least ${minPasswordLength} characters.`;
  const hint = html`${least} A few words are easier to remember than symbols.`;
  return [
    hinted(label, 'password', html`required minlength="${minPasswordLength}" ${isNew}`, hint),
    field('Repeat the password', 'again', isNew),
  ];
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

function navigation(person: Person, viewer: Viewer, current: string): Html {
  const all = person.isAdmin ? [...sections, adminSection] : sections;
  const links = all.map(({ path, title }) =>
    title === current
      ? html`<a href="${path}" aria-current="page">${title}</a>`
      : html`<a href="${path}">${title}</a>`,
  );
  return html`<nav aria-label="Account">${links}</nav>
    <div class="who">
      <span>${person.email}</span>${actionButton(viewer, '/account/logout', 'Sign out')}
    </div>`;
}

/** A fragment of a page that is safe to send. Only `html` creates it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly Html[] | string | number | undefined;

/** Creates a fragment of a page. Values are escaped, unless they are fragments themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.reduce((text, part, index) => text + markup(values[index - 1]) + part));
}

function markup(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeMarkup(String(value));
}

/** A part of a page with its own heading. */
export function section(title: string, content: Html): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;
}

/** A section with a secret, for `Outcome`. */
export function secretSection(title: string, secret: string, hint: string): Html {
  return section(
    title,
    html`<code class="secret">${secret}</code>
      <p>${hint}</p>`,
  );
}

/** Formats a time as an element that is readable for people and programs. */
export function timeOf(date: Date | null): Html {
  if (date === null) return html`never`;
  const text = date.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')}</time>`;
}

/** A table with a header; `empty` replaces one without rows. */
export function tableOf(heads: readonly string[], rows: readonly (readonly Html[])[], empty: string): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  const cells = (row: readonly Html[]) =>
    row.map((cell, column) => html`<td data-head="${heads[column]}">${cell}</td>`);
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${cells(row)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The style of all pages. Its colors have a contrast of at least 4.5 in both themes. */
export const style = `
:root {
  --back: #f6f7f9; --card: #ffffff; --text: #1c2430; --soft: #566173; --line: #d9dee6;
  --accent: #1457c8; --on-accent: #ffffff; --good: #e3f4e8; --bad: #fdE7e7; --bad-text: #9a1c1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12161d; --card: #1b212b; --text: #e6eaf1; --soft: #a4afc0; --line: #323b49;
    --accent: #7fb0ff; --on-accent: #0b1220; --good: #173524; --bad: #402022; --bad-text: #ffb4b4;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1.5rem;
  background: var(--card); border-bottom: 1px solid var(--line); }
.brand { font-weight: 650; color: var(--text); text-decoration: none; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; flex: 1; }
nav a { padding: .35rem .75rem; border-radius: .5rem; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--text); }
nav a[aria-current] { color: var(--text); background: var(--back); font-weight: 600; }
.who { display: flex; gap: .75rem; align-items: center; color: var(--soft); font-size: .9rem; }
main { margin: 0 auto; padding: 1.5rem 1rem 4rem; }
main.narrow { max-width: 28rem; }
main.wide { max-width: 62rem; }
h1 { font-size: 1.6rem; margin: .5rem 0 1rem; }
h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1.25rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
.hint, .empty { color: var(--soft); font-size: .9rem; }
input:not([type=hidden]):not([type=checkbox]), select { width: 100%; max-width: 24rem; padding: .5rem .65rem; font: inherit; color: inherit;
  background: var(--back); border: 1px solid var(--soft); border-radius: .5rem; margin: 0 0 1rem; }
label.check { font-weight: 400; margin: 0 0 1rem; }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet { background: transparent; color: var(--accent); padding: .2rem .6rem; font-size: .9rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form.inline { display: inline; }
.notice, .problem { padding: .75rem 1rem; border-radius: .5rem; background: var(--good); }
.problem { background: var(--bad); color: var(--bad-text); }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
.secret { display: block; padding: .75rem; background: var(--back); border: 1px dashed var(--soft); border-radius: .5rem; margin: 0 0 .75rem; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tbody tr:last-child td { border-bottom: 0; }
.figure { font-size: 2rem; font-weight: 650; line-height: 1.2; margin: 0; }
@media (max-width: 40rem) {
  nav { flex-basis: 100%; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  tbody tr:last-child { border-bottom: 0; }
  td { display: grid; grid-template-columns: 8rem 1fr; gap: .5rem; border: 0; padding: .2rem 0; }
  td::before { content: attr(data-head); color: var(--soft); }
}
`;
