import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document } from '../tree/document.ts';

type Fields = Pick<Document, 'title' | 'author' | 'date' | 'language'>;

/** Reads the fields in YAML front matter. */
export function fieldsOf(yaml: string): Fields {
  const fields = parseDocument(yaml);
  if (!isMap(fields.contents)) return {};
  const text = (name: string): string | undefined => {
    const value = fields.get(name, true);
    const values = isSeq(value) ? value.items : [value];
    const texts = values.map((each) => (isScalar(each) ? (each.source ?? '').trim() : ''));
    return texts.filter((each) => each !== '').join(', ') || undefined;
  };
  return {
    title: text('title'),
    author: text('author'),
    date: text('date'),
    language: text('lang') ?? text('language'),
  };
}
