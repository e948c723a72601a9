import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { formatById } from '../../../src/contract/formats/table.ts';
import { canBeEmpty, checkedHeadBytes, mayBeFormat } from '../../../src/jobs/placement/outputPlan.ts';

type Check = (bytes: Buffer) => boolean;

const endsWith =
  (text: string, within = text.length): Check =>
  (bytes) =>
    bytes.toString('latin1', Math.max(0, bytes.length - within)).includes(text);

const zip: Check = endsWith('PK\x05\x06', 22 + 0xff_ff);
const riff: Check = (bytes) => bytes.readUInt32LE(4) + 8 === bytes.length;
const png: Check = endsWith('IEND\xae\x42\x60\x82');
const json: Check = (bytes) => {
  JSON.parse(bytes.toString('utf8'));
  return true;
};
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

/** Checks of a complete file beyond its signature. */
const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...(['png', 'apng'] as const).map((format) => [format, png] as const),
  ['jpg', endsWith('\xff\xd9')],
  ['gif', endsWith(';')],
  ['pdf', endsWith('%%EOF', 1024)],
  ...(['webp', 'wav', 'avi'] as const).map((format) => [format, riff] as const),
  ...(['svg', 'xml', 'fods', 'fb2', 'xhtml'] as const).map((format) => [format, xml] as const),
  ...(['mp4', 'm4a', 'mov', 'avif', 'heic', 'jp2'] as const).map((format) => [format, boxes] as const),
  ['json', json],
  [
    'ndjson',
    (bytes) =>
      bytes
        .toString('utf8')
        .split('\n')
        .filter(Boolean)
        .every((line) => json(Buffer.from(line))),
  ],
]);

/** The reason why the file isn't of the format; `undefined` if none is found. */
export function outputFault(file: string, format: string): string | undefined {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return 'there is no output';
  if (bytes === 0) return canBeEmpty(format) ? undefined : 'the output is empty';
  if (!mayBeFormat(headOf(file), format)) return `the output isn’t a ${format} file`;
  const known = formatById(format);
  const check = known?.signature === 'container' && known.container === 'zip' ? zip : checks.get(format);
  return check === undefined || holds(check, readFileSync(file))
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

function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(checkedHeadBytes);
    return head.subarray(0, readSync(file, head, 0, checkedHeadBytes, 0));
  } finally {
    closeSync(file);
  }
}
