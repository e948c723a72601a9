import { SaxesParser } from 'saxes';
import { formatById } from '../../src/contract/formats/table.ts';
import { canBeEmpty, checkedHeadBytes, mayBeFormat } from '../../src/jobs/placement/outputPlan.ts';

type Check = (bytes: Buffer) => boolean;

const endsWith =
  (text: string, within = text.length): Check =>
  (bytes) =>
    bytes.toString('latin1', Math.max(0, bytes.length - within)).includes(text);

const zip: Check = endsWith('PK\x05\x06', 22 + 0xff_ff);
const png: Check = endsWith('IEND\xae\x42\x60\x82');
const riff: Check = (bytes) => bytes.readUInt32LE(4) + 8 === bytes.length;
const json = (text: string): boolean => JSON.parse(text) !== undefined;
const xml: Check = (bytes) => {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(bytes.toString('utf8')).close();
  return true;
};
const boxes: Check = (bytes) => {
  let at = 0;
  while (at + 8 <= bytes.length) at += bytes.readUInt32BE(at) || bytes.length;
  return at === bytes.length;
};

/** Checks of a complete file beyond its signature. They may throw. */
const checks: readonly (readonly [formats: string, check: Check])[] = [
  ['png apng', png],
  ['jpg', endsWith('\xff\xd9')],
  ['gif', endsWith(';')],
  ['pdf', endsWith('%%EOF', 1024)],
  ['webp wav avi', riff],
  ['svg xml fods fb2 xhtml', xml],
  ['mp4 m4a mov avif heic jp2', boxes],
  ['json', (bytes) => json(bytes.toString())],
  ['ndjson', (bytes) => bytes.toString().split('\n').filter(Boolean).every(json)],
];

/** The reason why the file isn't of the format; `undefined` if none is found. */
export function outputFault(bytes: Buffer, format: string): string | undefined {
  if (bytes.length === 0) return canBeEmpty(format) ? undefined : 'the output is empty';
  if (!mayBeFormat(bytes.subarray(0, checkedHeadBytes), format)) return `the output isn’t a ${format} file`;
  const known = formatById(format);
  const isZip = known?.signature === 'container' && known.container === 'zip';
  const check = isZip ? zip : checks.find(([formats]) => formats.split(' ').includes(format))?.[1];
  return check === undefined || holds(check, bytes)
    ? undefined
    : `the output isn’t a complete ${format} file`;
}

function holds(check: Check, bytes: Buffer): boolean {
  try {
    return check(bytes);
  } catch {
    return false;
  }
}
