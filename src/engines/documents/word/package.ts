import path from 'node:path';
import { ownValue } from '../../../util/ownValue.ts';
import { childOf, childrenOf, textIn } from '../xmlTree.ts';
import { ZippedFiles } from '../zippedFiles.ts';

/** A relationship of a part to another part or to an address outside of the document. */
interface Relation {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

export type Relations = ReadonlyMap<string, Relation>;

/** The parts of an Office document (ECMA-376, part 2). */
export class OfficePackage extends ZippedFiles {
  /** Returns the relationships of a part, or of the whole document, by id. */
  relations(part: string): Relations {
    const { dir, base } = path.posix.parse(part);
    const root = this.xml(path.posix.join(dir, '_rels', `${base}.rels`));
    return new Map(
      childrenOf(root, 'Relationship').map(({ attributes }) => {
        const target = ownValue(attributes, 'Target') ?? '';
        const isExternal = ownValue(attributes, 'TargetMode') === 'External';
        const type = (ownValue(attributes, 'Type') ?? '').split('/').at(-1) ?? '';
        const within = path.posix.resolve('/', dir, target).slice(1);
        return [ownValue(attributes, 'Id') ?? '', { type, isExternal, target: isExternal ? target : within }];
      }),
    );
  }
}

/** The parts of an Office document, or of one that is read like it. */
export type WordParts = Pick<OfficePackage, 'read' | 'relations' | 'xml'>;

/** Returns the first part within the document that has a relationship of a type. */
export function partOf(relations: Relations, type: string): string | undefined {
  return [...relations.values()].find((each) => each.type === type && !each.isExternal)?.target;
}

/** Returns a function that reads a property of a document, such as `dc:title`. */
export function coreProperties(parts: WordParts, ofPackage: Relations): (name: string) => string | undefined {
  const root = parts.xml(partOf(ofPackage, 'core-properties') ?? 'docProps/core.xml');
  return (name) => {
    const property = childOf(root, name);
    return (property && textIn(property).trim()) || undefined;
  };
}
