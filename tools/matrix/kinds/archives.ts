import assert from 'node:assert/strict';
import { availableConversions } from '../../../src/engines/registry.ts';
import { entriesOf, type UnpackedEntry } from '../../referenceDecoders/archiveHashes.ts';
import { archive } from '../../../test/support/service/fixtures.ts';
import type { Check, Proofs } from '../proofs.ts';

/** Cabinets don't list folders, so an unpacked folder has the time of the conversion. */
const withoutFolders = new Set(['cab']);

/** The parts of an entry that must be preserved. */
function kept(entry: UnpackedEntry, from: string, losses: readonly string[]): object {
  const { path, kind, content, executable, mtime } = entry;
  const isTimed = kind === 'file' || !withoutFolders.has(from);
  return {
    path,
    kind,
    content,
    ...(losses.includes('executables') ? {} : { executable }),
    ...(isTimed ? { mtime } : {}),
  };
}

/** Unpacks the source and the output with another program, and compares names, contents, times, and permissions. */
const sameEntries: Check = async ({ from, to, source, output }) => {
  const losses = availableConversions(from, to, new Map())[0]?.losses ?? [];
  const before = await entriesOf(source, from);
  const expected = before.filter(({ kind }) => kind !== 'link' || !losses.includes('links'));
  const after = await entriesOf(output, to);
  assert.ok(expected.length > 1);
  assert.deepEqual(
    after.map((entry) => kept(entry, from, losses)),
    expected.map((entry) => kept(entry, from, losses)),
  );
};

const archives = ['zip', '7z', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'];

export const archiveProofs: readonly Proofs[] = [
  {
    engine: 'archive',
    kind: 'archives',
    samples: {
      ...Object.fromEntries(archives.map((format) => [format, archive(`tree.${format}`)])),
      rar: archive('links.rar'),
      cab: archive('tree.cab'),
      iso: archive('tree.iso'),
      cpio: archive('tree.cpio'),
      wim: archive('tree.wim'),
    },
    checks: Object.fromEntries([...archives, 'wim'].map((format) => [format, sameEntries])),
  },
];
