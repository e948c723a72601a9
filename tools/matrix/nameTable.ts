import type { Format } from '../../src/contract/formats/format.ts';
import { formats } from '../../src/contract/formats/table.ts';
import { rows } from './rows.ts';

/** What each format that is converted here is called, as the table of formats has it. */
export function nameTable(): string {
  const converted = new Set(rows.flatMap(({ from, to }) => [from, to]));
  const lines = formats.filter(({ id }) => converted.has(id)).map(line);
  return ['| | Name | Extensions | Media type |', '|---|---|---|---|', ...lines].join('\n');
}

function line({ id, name, aliases = [], extensions = [], mediaType }: Format): string {
  const files = [id, ...extensions].map((extension) => `\`.${extension}\``).join(', ');
  return `| ${id.toUpperCase()} | ${[name, ...aliases].join('; ')} | ${files} | \`${mediaType}\` |`;
}
