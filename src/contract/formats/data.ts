import { type FormatFacts, phrase } from './format.ts';
import { necessarySignature } from './signature.ts';

/** Most of these formats are text, which can begin with anything. */
export const dataFormats: readonly FormatFacts[] = [
  { id: 'json', name: 'JSON', mediaType: 'application/json', signature: 'text' },
  { id: 'jsonc', name: phrase('JSON with comments'), mediaType: 'application/json', signature: 'text' },
  {
    id: 'ndjson',
    name: 'JSON Lines',
    extensions: ['jsonl'],
    mediaType: 'application/x-ndjson',
    signature: 'text',
    canBeEmpty: true,
  },
  {
    id: 'yaml',
    name: 'YAML',
    extensions: ['yml'],
    mediaType: 'application/yaml',
    signature: 'text',
    canBeEmpty: true,
  },
  { id: 'toml', name: 'TOML', mediaType: 'application/toml', signature: 'text', canBeEmpty: true },
  { id: 'xml', name: 'XML', mediaType: 'application/xml', signature: 'text' },
  {
    id: 'csv',
    name: phrase('Comma-separated values'),
    aliases: [phrase('Spreadsheet as text')],
    mediaType: 'text/csv',
    fileKind: 'sheets',
    signature: 'text',
    inOlderEncodings: true,
    canBeEmpty: true,
  },
  {
    id: 'tsv',
    name: phrase('Tab-separated values'),
    mediaType: 'text/tab-separated-values',
    fileKind: 'sheets',
    signature: 'text',
    inOlderEncodings: true,
    canBeEmpty: true,
  },
  {
    id: 'sqlite',
    name: 'SQLite database',
    extensions: ['sqlite3', 'db', 'db3'],
    mediaType: 'application/vnd.sqlite3',
    signature: necessarySignature('SQLite format 3\0'),
  },
  {
    id: 'parquet',
    name: 'Parquet',
    mediaType: 'application/vnd.apache.parquet',
    signature: necessarySignature('PAR1'),
  },
  { id: 'ini', name: 'INI', mediaType: 'text/plain', signature: 'text', canBeEmpty: true },
  {
    id: 'properties',
    name: phrase('Java properties'),
    mediaType: 'text/x-java-properties',
    signature: 'text',
    canBeEmpty: true,
  },
];
