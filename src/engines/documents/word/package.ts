import path from 'node:path';
import { own } from '../../../util/own.ts';
import { childrenOf } from '../xmlTree.ts';
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
        const target = own(attributes, 'Target') ?? '';
        const isExternal = own(attributes, 'TargetMode') === 'External';
        const type = (own(attributes, 'Type') ?? '').split('/').at(-1) ?? '';
        const within = path.posix.resolve('/', dir, target).slice(1);
        return [own(attributes, 'Id') ?? '', { type, isExternal, target: isExternal ? target : within }];
      }),
    );
  }
}
