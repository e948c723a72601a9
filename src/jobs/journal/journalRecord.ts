import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { effectSchema, jobSchema } from './jobSchema.ts';

/** The version of the journal's format. A file of a later version is set aside. */
export const journalVersion = 1;

const revision = z.number();

const recordSchema = z.discriminatedUnion('kind', [
  /** The first line. If it has `replaces`, the file contains everything relevant of that other file. */
  z.object({
    kind: z.literal('header'),
    version: z.literal(journalVersion),
    file: z.string(),
    replaces: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('job'), revision, job: jobSchema }),
  z.object({ kind: z.literal('removed'), revision, id: z.string() }),
  z.object({ kind: z.literal('effect'), effect: effectSchema }),
  z.object({ kind: z.literal('effectOver'), jobId: z.string() }),
]);

const laterHeaderSchema = z.object({ kind: z.literal('header'), version: z.number() });

export type JournalRecord = z.output<typeof recordSchema>;

/** Encodes a record as a line: the checksum of its JSON in hex, a space, and the JSON. */
export function encodeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
}

/** Decodes a line without its line feed. Returns `undefined` for an incomplete, altered, or unknown line. */
export function decodeRecord(line: string): JournalRecord | undefined {
  const json = line.slice(9);
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) return undefined;
  const parsed = recordSchema.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : undefined;
}

/** True if a first line was written by a later version of this program. */
export function isOfLaterVersion(line: string): boolean {
  const json = line.slice(9);
  if (line.slice(0, 8) !== checksum(json)) return false;
  const header = laterHeaderSchema.safeParse(JSON.parse(json));
  return header.success && header.data.version > journalVersion;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
