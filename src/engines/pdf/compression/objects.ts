import {
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFHeader,
  PDFName,
  PDFPageLeaf,
  PDFPageTree,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStreamWriter,
  PDFWriter,
} from '@cantoo/pdf-lib';
import { createHash } from 'node:crypto';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { checkObjectStreams } from '../objectStreams.ts';
import { parts, plainContents, rawStreams } from './streams.ts';

/** First PDF version with object streams. */
const objectStreamsSince = 1.5;
const objectsPerStream = 100;

/**
 * Reads the objects of an unencrypted PDF.
 * @throws ConversionError `conversion.invalid_input` if it is signed, because changes would invalidate the signature;
 * Error if an object can't be read
 */
export async function readObjects(bytes: Buffer): Promise<PDFContext> {
  checkObjectStreams(bytes);
  const throwOnInvalidObject = true;
  const context = await PDFParser.forBytesWithOptions(bytes, Infinity, throwOnInvalidObject).parseDocument();
  if (isSigned(context)) {
    throw new ConversionError(fault('pdf.signed'));
  }
  return context;
}

/** A signature is valid only for certain bytes of the file, which it lists (ISO 32000-1, 12.8.1). */
function isSigned(context: PDFContext): boolean {
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const each of parts(object))
      if (each instanceof PDFDict && each.has(PDFName.of('ByteRange'))) return true;
  }
  return false;
}

/** Removes unreachable objects, such as those of earlier revisions. */
export function dropUnused(context: PDFContext): void {
  // pdf-lib writes lengths into the streams, even if they were objects of their own.
  for (const [, { dict }] of rawStreams(context)) dict.delete(PDFName.of('Length'));
  const { Root, Info } = context.trailerInfo;
  const used = new Set<PDFRef>();
  const pending = [Root, Info].filter((each) => each !== undefined);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const each of parts(next)) {
      if (!(each instanceof PDFRef) || used.has(each)) continue;
      used.add(each);
      const target = context.lookup(each);
      if (target) pending.push(target);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!used.has(ref)) context.delete(ref);
}

/** Writes all objects. Puts most of them into object streams, except in PDF/A-1, which forbids those. */
export async function writeObjects(context: PDFContext): Promise<Uint8Array> {
  if (isPdfA1(context)) return PDFWriter.forContext(context, Infinity).serializeToBuffer();
  const version = Number(context.header.getVersionString());
  if (version < objectStreamsSince) context.header = PDFHeader.forVersion(1, 5);
  // pdf-lib doesn't put the catalog and pages into object streams unless they are plain dictionaries.
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFCatalog || object instanceof PDFPageLeaf || object instanceof PDFPageTree)
      context.assign(ref, PDFDict.fromMapWithContext(object.asMap(), context));
  }
  return PDFStreamWriter.forContext(context, Infinity, true, objectsPerStream).serializeToBuffer();
}

function isPdfA1(context: PDFContext): boolean {
  const root = context.lookup(context.trailerInfo.Root);
  const metadata = root instanceof PDFDict ? root.lookup(PDFName.of('Metadata')) : undefined;
  const xmp = metadata instanceof PDFRawStream ? plainContents(metadata)?.toString() : undefined;
  return xmp !== undefined && /pdfaid:part(?:>|\s*=\s*["'])\s*1/.test(xmp);
}

/** Redirects all references to identical pictures, fonts, or color profiles to the first copy. */
export function mergeDuplicates(context: PDFContext): void {
  // Repeat, because pictures can become identical once their masks are merged.
  while (mergeOnce(context)) continue;
}

function mergeOnce(context: PDFContext): boolean {
  const firsts = new Map<string, PDFRef>();
  const merged = new Map<PDFRef, PDFRef>();
  const shareable = fontFiles(context);
  for (const [ref, stream] of rawStreams(context)) {
    if (!isPicture(stream) && !shareable.has(ref)) continue;
    const key = createHash('sha256').update(stream.dict.toString()).update(stream.contents).digest('hex');
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, ref);
    else merged.set(ref, first);
  }
  if (merged.size === 0) return false;
  for (const [, object] of context.enumerateIndirectObjects()) redirect(object, merged);
  for (const ref of merged.keys()) context.delete(ref);
  return true;
}

function isPicture({ dict }: PDFRawStream): boolean {
  return dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image') && !dict.has(PDFName.of('StructParent'));
}

/** Returns references to streams that contain fonts or color profiles. */
function fontFiles(context: PDFContext): Set<PDFRef> {
  const keys = ['FontFile', 'FontFile2', 'FontFile3', 'ToUnicode'].map((name) => PDFName.of(name));
  const found = new Set<PDFRef>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const each of parts(object)) {
      if (each instanceof PDFDict) for (const key of keys) addRef(each.get(key));
      else if (each instanceof PDFArray && each.size() === 2 && each.get(0) === PDFName.of('ICCBased'))
        addRef(each.get(1));
    }
  }
  return found;

  function addRef(value: unknown): void {
    if (value instanceof PDFRef) found.add(value);
  }
}

function redirect(object: Parameters<typeof parts>[0], merged: ReadonlyMap<PDFRef, PDFRef>): void {
  for (const each of parts(object)) {
    if (each instanceof PDFDict) {
      for (const [key, value] of each.entries()) {
        const target = value instanceof PDFRef ? merged.get(value) : undefined;
        if (target) each.set(key, target);
      }
    } else if (each instanceof PDFArray) {
      each.asArray().forEach((value, index) => {
        const target = value instanceof PDFRef ? merged.get(value) : undefined;
        if (target) each.set(index, target);
      });
    }
  }
}
