import { numberBelow, type Random } from '../../../test/support/seededRandom.ts';
import { dissect } from '../structures/dissect.ts';
import type { Dissection, StructurePart } from '../structures/structure.ts';

type ContentMutation = (content: Buffer, random: Random) => Buffer;

/** Maximum depth of nested parts. */
const maxDepth = 8;

/**
 * The file with one of its parts changed, removed, duplicated, or moved, and with correct lengths and checksums.
 * `mutate` changes parts without subparts.
 */
export function mutatedParts(dissection: Dissection, random: Random, mutate: ContentMutation): Buffer {
  return assembledWith(dissection, random, mutate, 0);
}

function assembledWith(
  { parts, assemble }: Dissection,
  random: Random,
  mutate: ContentMutation,
  depth: number,
): Buffer {
  const at = numberBelow(parts.length, random);
  const other = numberBelow(parts.length, random);
  const part = parts[at];
  const second = parts[other];
  if (part === undefined || second === undefined) return assemble(parts);
  const way = random();
  if (way < 0.7) {
    const content = mutatedContent(part, random, mutate, depth);
    return assemble(parts.with(at, { ...part, content }));
  }
  if (way < 0.78) return assemble(parts.toSpliced(at, 1));
  if (way < 0.84) return assemble(parts.toSpliced(other, 0, part));
  if (way < 0.9) return assemble(parts.with(at, second).with(other, part));
  if (way < 0.96) return assemble(parts.with(at, { ...part, name: second.name }));
  return assemble(parts.with(at, { ...part, content: second.content }));
}

function mutatedContent(part: StructurePart, random: Random, mutate: ContentMutation, depth: number): Buffer {
  const inner = depth < maxDepth ? (part.structure?.(part.content) ?? dissect(part.content)) : undefined;
  return inner !== undefined && random() < 0.85
    ? assembledWith(inner, random, mutate, depth + 1)
    : mutate(part.content, random);
}
