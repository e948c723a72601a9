import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A row of the table in docs/size.md. */
interface Row {
  readonly folder: string;
  readonly lines: number;
  /** The lines that were added later with a reason. */
  readonly raised: number;
}

const rows = [...readFileSync('docs/size.md', 'utf8').matchAll(/^\| `([\w/]+)` +\| +(\d+) +\|(.*)\|$/gm)].map(
  ([, folder = '', lines, reasons = '']): Row => {
    const raises = [...reasons.matchAll(/\+(\d+): \w/g)].map(([, count]) => Number(count));
    return { folder, lines: Number(lines), raised: raises.reduce((sum, count) => sum + count, 0) };
  },
);

/** The folder that a file counts for: one directly in `src`, `test`, or `tools`, or one of these. */
const folderOf = (file: string): string => path.dirname(file).split(path.sep).slice(0, 2).join('/');

function linesByFolder(): Map<string, number> {
  const counts = new Map<string, number>();
  const files = globSync('{src,test,tools}/**/*.{ts,py,lua,css,c}', { exclude: ['test/fixtures/**'] });
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n').length - 1;
    counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + lines);
  }
  return counts;
}

/** The largest number of lines that a folder may have. */
function limitOf({ lines, raised }: Row): number {
  return lines + raised + Math.max(150, Math.round(lines * 0.02));
}

describe('The size of the code', () => {
  it('stays within the limits in docs/size.md', () => {
    const counts = linesByFolder();
    const grown = rows
      .filter((row) => (counts.get(row.folder) ?? 0) > limitOf(row))
      .map(
        (row) =>
          `${row.folder} has ${counts.get(row.folder)} lines, and may have ${limitOf(row)}: see docs/size.md`,
      );
    assert.deepEqual(grown, []);
  });

  it('has a limit for each folder', () => {
    assert.deepEqual(rows.map(({ folder }) => folder).toSorted(), [...linesByFolder().keys()].toSorted());
  });

  it('is counted in lines of 110 characters', () => {
    assert.equal(JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')).printWidth, 110);
  });
});
