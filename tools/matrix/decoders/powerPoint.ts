import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withFile } from '../../../test/support/service/lentFiles.ts';

const exec = promisify(execFile);

const headerBytes = 8;
const recordTypes = { slide: 0x03ee, wideText: 0x0fa0, narrowText: 0x0fa8 };
const containerVersion = 0xf;

interface PowerPointFacts {
  readonly slides: number;
  readonly text: string;
}

/** The records of an old presentation ([MS-PPT], 2.3.1), whose stream libgsf extracts. */
export async function decodePowerPoint(content: Buffer): Promise<PowerPointFacts> {
  const stream = await withFile(content, 'ppt', async (file) => {
    const options = { encoding: 'buffer', maxBuffer: 1 << 28 } as const;
    return (await exec('gsf', ['cat', file, 'PowerPoint Document'], options)).stdout;
  });
  const records = [...recordsIn(stream)];
  const texts = records.flatMap(({ type, body }) => {
    if (type === recordTypes.wideText) return body.toString('utf16le');
    return type === recordTypes.narrowText ? body.toString('latin1') : [];
  });
  return {
    slides: records.filter(({ type }) => type === recordTypes.slide).length,
    text: texts.join('\n'),
  };
}

interface PowerPointRecord {
  readonly type: number;
  readonly body: Buffer;
}

function* recordsIn(stream: Buffer): Generator<PowerPointRecord> {
  for (let at = 0; at + headerBytes <= stream.length;) {
    const version = stream.readUInt16LE(at) & 0xf;
    const end = at + headerBytes + stream.readUInt32LE(at + 4);
    const record = { type: stream.readUInt16LE(at + 2), body: stream.subarray(at + headerBytes, end) };
    yield record;
    if (version === containerVersion) yield* recordsIn(record.body);
    at = end;
  }
}
