import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { inFolder } from './lentFiles.ts';
import { printed } from './program.ts';

/**
 * An archive written by a Python program. The modules that the program needs are imported, and `out` is the archive's
 * path.
 */
export async function pythonArchive(program: string): Promise<Buffer> {
  return inFolder(async (folder) => {
    const out = path.join(folder, 'archive');
    await printed('python3', ['-c', `import io, sys, tarfile, zipfile\nout = sys.argv[1]\n${program}`, out]);
    return readFile(out);
  });
}

/** A zip with one entry of this path. */
export function zipOf(entryPath: string): Promise<Buffer> {
  return pythonArchive(`zipfile.ZipFile(out, 'w').writestr(${JSON.stringify(entryPath)}, 'evil')`);
}

/** A tar of entries in the form of Python calls of `add(path, type, target)`. */
export function tarOf(...entries: readonly string[]): Promise<Buffer> {
  return pythonArchive(`
t = tarfile.open(out, 'w')
def add(path, type=tarfile.REGTYPE, target=''):
    info = tarfile.TarInfo(path)
    info.type, info.linkname = type, target
    content = b'evil' if type == tarfile.REGTYPE else b''
    info.size = len(content)
    t.addfile(info, io.BytesIO(content))
${entries.join('\n')}
t.close()`);
}

/** A file of a megabyte that unpacks to more than a gibibyte of zeros. */
export function gzipBomb(): Buffer {
  const member = gzipSync(Buffer.alloc(64 * 1024 ** 2));
  return Buffer.concat(Array.from({ length: 17 }, () => member));
}

export function zipBomb(): Promise<Buffer> {
  return pythonArchive(`
z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED, compresslevel=1)
for n in range(17): z.writestr(str(n), bytes(1 << 26))
z.close()`);
}

/** A ZIP whose directory declares megabytes of zeros as a few bytes. */
export async function lyingZip(): Promise<Buffer> {
  const zip = await pythonArchive(
    `zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED).writestr('a', bytes(1 << 26))`,
  );
  for (const at of [22, zip.lastIndexOf('PK\x01\x02') + 24]) zip.writeUInt32LE(4, at);
  return zip;
}

export function zipOfEntries(count: number): Promise<Buffer> {
  return pythonArchive(`
z = zipfile.ZipFile(out, 'w')
for n in range(${count}): z.writestr(str(n), '')
z.close()`);
}
