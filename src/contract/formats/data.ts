import type { FormatFacts } from './format.ts';
import { necessarySignature } from './signature.ts';

/** Most of these formats are text, which can begin with anything. */
export const dataFormats: readonly FormatFacts[] = [
  { id: 'json', name: 'JSON', mediaType: 'application/json', signature: 'none' },
  { id: 'jsonc', name: 'JSON with comments', mediaType: 'application/json', signature: 'none' },
  {
    id: 'ndjson',
    name: 'JSON Lines',
    extensions: ['jsonl'],
    mediaType: 'application/x-ndjson',
    signature: 'none',
    canBeEmpty: true,
  },
  {
    id: 'yaml',
    name: 'YAML',
    extensions: ['yml'],
    mediaType: 'application/yaml',
    signature: 'none',
    canBeEmpty: true,
  },
  { id: 'toml', name: 'TOML', mediaType: 'application/toml', signature: 'none', canBeEmpty: true },
  { id: 'xml', name: 'XML', mediaType: 'application/xml', signature: 'none' },
  {
    id: 'csv',
    name: 'Comma-separated values',
    aliases: ['Spreadsheet as text'],
    mediaType: 'text/csv',
    signature: 'none',
    canBeEmpty: true,
  },
  {
    id: 'tsv',
    name: 'Tab-separated values',
    mediaType: 'text/tab-separated-values',
    signature: 'none',
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
  { id: 'ini', name: 'INI', mediaType: 'text/plain', signature: 'none', canBeEmpty: true },
  {
    id: 'properties',
    name: 'Java properties',
    mediaType: 'text/x-java-properties',
    signature: 'none',
    canBeEmpty: true,
  },
];
