import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { documentedToolIds } from '../../src/contract/tools.ts';
import { root } from '../../test/support/paths.ts';
import type { FuzzRequest } from './cases/fuzzCase.ts';

const folder = path.join(root, 'test/fixtures/fuzz');
const indexFile = path.join(folder, 'index.json');

const entries = z.array(
  z.object({
    /** The path below the folder, whose extension is that of the submission. */
    file: z.string(),
    tool: z.enum(documentedToolIds),
    to: z.string(),
    /** The symptom when it was found. */
    found: z.string(),
  }),
);

/** A file that the service once handled incorrectly, which every test run checks. */
type FuzzFinding = z.infer<typeof entries>[number];

export function findings(): FuzzFinding[] {
  return entries.parse(JSON.parse(readFileSync(indexFile, 'utf8')));
}

/** The request that led to the finding. */
export function requestOf({ file, tool, to }: FuzzFinding): FuzzRequest {
  const from = path.basename(file).replace(/^[^.]*\./, '');
  return { tool, from, to, bytes: readFileSync(path.join(folder, file)) };
}

/** Adds the request of a new finding to the corpus. */
export function keepFinding(
  engine: string,
  { tool, from, to, bytes }: FuzzRequest,
  found: string,
): FuzzFinding {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const finding = { file: `${engine}/${hash}.${from}`, tool, to, found };
  mkdirSync(path.join(folder, engine), { recursive: true });
  writeFileSync(path.join(folder, finding.file), bytes);
  const all = [...findings().filter(({ file }) => file !== finding.file), finding];
  writeFileSync(indexFile, `${JSON.stringify(all, undefined, 2)}\n`);
  return finding;
}
