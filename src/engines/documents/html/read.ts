import type { Document } from '../tree/document.ts';
import { cleanHtml } from './clean.ts';
import { parseMarkup } from './parse.ts';

/** Reads an HTML page. Nothing is fetched. @throws ConversionError `conversion.limit_exceeded` */
export function readHtml(
  html: string,
  { fileName }: { readonly fileName?: string | undefined } = {},
): Document {
  return cleanHtml(parseMarkup(html), { fileName });
}
