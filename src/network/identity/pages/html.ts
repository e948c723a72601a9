import { escapeMarkup } from '../../../engines/lib/escapeMarkup.ts';

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
