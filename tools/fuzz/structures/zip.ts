import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import type { Dissection } from './structure.ts';

/** The entries of a ZIP, such as an Office document or a book. The ZIP is rebuilt from them. */
export function zipStructure(bytes: Buffer): Dissection | undefined {
  if (!bytes.toString('latin1', 0, 4).startsWith('PK\x03\x04')) return undefined;
  const entries = unzipped(bytes);
  return (
    entries && {
      parts: Object.entries(entries).map(([name, content]) => ({ name, content: Buffer.from(content) })),
      assemble: (parts) => {
        const files: Zippable = {};
        for (const { name, content } of parts) {
          // The media type of an OpenDocument file or a book is stored uncompressed.
          files[unusedName(name, files)] = [
            content,
            { level: name === 'mimetype' ? 0 : 1, mtime: 315_576e6 },
          ];
        }
        return Buffer.from(zipSync(files));
      },
    }
  );
}

function unzipped(bytes: Buffer): Record<string, Uint8Array> | undefined {
  try {
    return unzipSync(bytes);
  } catch {
    return undefined;
  }
}

function unusedName(name: string, taken: Zippable): string {
  // The ZIP library reports a long name as an error of its caller.
  const short = strToU8(name).length > 1000 ? name.slice(0, 100) : name;
  return short in taken ? unusedName(`${short}+`, taken) : short;
}
