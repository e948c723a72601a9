import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../test/support/paths.ts';
import type { FuzzRequest } from './cases/fuzzCase.ts';

const folder = path.join(root, 'test/fixtures/fuzz');
const indexFile = path.join(folder, 'index.json');

/** A file that the service once handled incorrectly, which every test run checks. */
interface FuzzFinding extends Pick<FuzzRequest, 'to' | 'tool'> {
  /** The path below the folder, whose extension is that of the submission. */
  readonly file: string;
  /** The symptom when it was found. */
  readonly found: string;
}

export function findings(): FuzzFinding[] {
  return JSON.parse(readFileSync(indexFile, 'utf8'));
}

/** The request that led to the finding. */
export function requestOf({ file, tool, to }: FuzzFinding): FuzzRequest {
  const from = path.basename(file).replace(/^[^.]*\./, '');
  return { tool, from, to, bytes: readFileSync(path.join(folder, file)) };
}

/** Keeps the request of a new finding. */
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
