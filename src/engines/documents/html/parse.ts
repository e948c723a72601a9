import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { Parser } from 'htmlparser2';
import { parse } from 'parse5';
import { fault } from '../../../contract/fault.ts';
import { wordsIn } from '../../../util/text.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { escapeMarkup } from '../../lib/escapeMarkup.ts';
import { maxDepth } from '../tree/document.ts';

/**
 * The limits of what the parser gets as it is: the number of attributes of an element, and the number of elements that
 * it would make of formatting that isn't ended, which it repeats in each block.
 */
const maxAttributes = 100;
const maxRepeats = 1_000_000;

const formatting = wordsIn('a b big code em font i nobr s small strike strong tt u');
const voids = wordsIn('area base br col embed hr img input link meta param source track wbr');
const raw: ReadonlySet<string> = new Set(['script', 'style', 'xmp']);

/**
 * Parses a page as a browser does. XHTML is parsed as HTML, too, once its elements end as HTML's do.
 * @throws ConversionError `conversion.limit_exceeded` if elements are nested too deeply
 */
export function parseMarkup(markup: string, isXml = false): Root {
  const isRewritten = isXml || isHostile(markup);
  const document = parse(isRewritten ? rewritten(markup, isXml) : markup, { scriptingEnabled: true });
  const root = fromParse5(document);
  return root.type === 'root' ? root : { type: 'root', children: [] };
}

/** True for markup that would take the parser much longer than other markup of its size. */
function isHostile(markup: string): boolean {
  let [depth, count, unended, attributes, mostAttributes] = [0, 0, 0, 0, 0];
  const parser = new Parser(
    {
      onopentagname: () => {
        count += 1;
        depth += 1;
        attributes = 0;
        if (depth > maxDepth) throw new ConversionError(fault('document.depth'));
      },
      onattribute: () => {
        attributes += 1;
        mostAttributes = Math.max(mostAttributes, attributes);
      },
      onclosetag: (name, isImplied) => {
        depth -= 1;
        if (isImplied && formatting.has(name)) unended += 1;
      },
    },
    { decodeEntities: false },
  );
  parser.end(markup);
  return mostAttributes > maxAttributes || unended * count > maxRepeats;
}

/** Writes markup in which each element ends within the one that it begins in. */
function rewritten(markup: string, isXml: boolean): string {
  const written: string[] = [];
  const open: string[] = [];
  let isCdata = false;
  const parser = new Parser(
    {
      onopentag: (fullName, attributes) => {
        const name = nameOf(fullName);
        open.push(name);
        if (open.length > maxDepth) throw new ConversionError(fault('document.depth'));
        const kept = Object.entries(attributes)
          .slice(0, maxAttributes)
          .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`);
        written.push(`<${name}${kept.join('')}>`);
      },
      ontext: (text) => {
        // Outside of the root element of XML, only what is left of a document type is found.
        if (isXml && open.length === 0) return;
        written.push(isCdata && !raw.has(open.at(-1) ?? '') ? escapeMarkup(text) : text);
      },
      oncdatastart: () => {
        isCdata = true;
      },
      oncdataend: () => {
        isCdata = false;
      },
      onclosetag: () => {
        const name = open.pop() ?? '';
        if (!voids.has(name)) written.push(`</${name}>`);
      },
    },
    { xmlMode: isXml, decodeEntities: false },
  );
  parser.end(markup);
  return written.join('');
}

/** Prefixes of namespaces vary, except for EPUB's, by which its elements are found. */
function nameOf(name: string): string {
  const lower = name.toLowerCase();
  return lower.startsWith('epub:') ? lower : lower.slice(lower.indexOf(':') + 1);
}
