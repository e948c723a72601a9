import { mutated } from '../../../test/support/mutations.ts';
import { numberBelow, type Random } from '../../../test/support/seededRandom.ts';
import { compoundFileStructure } from '../structures/compoundFile.ts';
import { isoMediaStructure } from '../structures/isoMedia.ts';
import { pdfStructure } from '../structures/pdf.ts';
import { pngStructure } from '../structures/png.ts';
import type { Dissection } from '../structures/structure.ts';
import { zipStructure } from '../structures/zip.ts';
import { isText, mutatedText } from './tokens.ts';

/** Formats whose parts have lengths, checksums, or compression, which changed bytes seldom get past. */
const structures = [pngStructure, isoMediaStructure, zipStructure, pdfStructure, compoundFileStructure];

/** Maximum depth of nested parts. */
const maxDepth = 8;

/** A complete file with a random defect. `other` is a file of the same format. */
export function mutatedFile(bytes: Buffer, other: Buffer, random: Random): Buffer {
  const way = random();
  if (way < 0.08) return bytes.subarray(0, 1 + numberBelow(bytes.length - 1, random));
  if (way < 0.12) {
    // The beginning of one file with the end of another.
    const end = other.subarray(numberBelow(other.length, random));
    return Buffer.concat([bytes.subarray(0, numberBelow(bytes.length, random)), end]);
  }
  let mutant = bytes;
  for (let count = random() < 0.7 ? 1 : 3; count > 0; count -= 1) {
    const dissection = random() < 0.7 ? dissect(mutant) : undefined;
    mutant = dissection ? withMutatedPart(dissection, random, 0) : mutatedContent(mutant, random);
  }
  return mutant;
}

/** Divides a file by its signature; `undefined` for a format without known parts. */
function dissect(bytes: Buffer): Dissection | undefined {
  for (const structure of structures) {
    const found = structure(bytes);
    if (found !== undefined && found.parts.length > 0) return found;
  }
  return undefined;
}

/** The file with one of its parts changed, removed, duplicated, or moved, and with correct lengths and checksums. */
function withMutatedPart({ parts, assemble }: Dissection, random: Random, depth: number): Buffer {
  const at = numberBelow(parts.length, random);
  const other = numberBelow(parts.length, random);
  const part = parts[at];
  const second = parts[other];
  if (part === undefined || second === undefined) return assemble(parts);
  const way = random();
  if (way < 0.7) {
    const inner = depth < maxDepth ? (part.structure?.(part.content) ?? dissect(part.content)) : undefined;
    const content =
      inner !== undefined && random() < 0.85
        ? withMutatedPart(inner, random, depth + 1)
        : mutatedContent(part.content, random);
    return assemble(parts.with(at, { ...part, content }));
  }
  if (way < 0.78) return assemble(parts.toSpliced(at, 1));
  if (way < 0.84) return assemble(parts.toSpliced(other, 0, part));
  if (way < 0.9) return assemble(parts.with(at, second).with(other, part));
  if (way < 0.96) return assemble(parts.with(at, { ...part, name: second.name }));
  return assemble(parts.with(at, { ...part, content: second.content }));
}

function mutatedContent(bytes: Buffer, random: Random): Buffer {
  return isText(bytes) && random() < 0.8 ? mutatedText(bytes, random) : mutated(bytes, random);
}
