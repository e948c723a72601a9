import path from 'node:path';
import { ownValue } from '../../../util/ownValue.ts';
import { wordsIn } from '../../../util/text.ts';
import { childOf, childrenOf, textIn, type XmlElement } from '../xmlTree.ts';
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
  override xml(name: string): XmlElement | undefined {
    const root = super.xml(name);
    if (root !== undefined) show(root);
    return root;
  }

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

/** The namespaces, by their usual prefixes, whose content is read. */
const understood = wordsIn('w wp wp14 wps wpg wpc w10 a a14 pic dgm c m r v o');
/** Deleted or moved content, which Office only shows as tracked changes. */
const removed: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);
/** Elements around content that Office doesn't show. */
const transparent: ReadonlySet<string> = new Set(['w:customXml', 'w:ins', 'w:moveTo', 'w:smartTag']);

/** Leaves only what Office shows: one of several alternatives, and content without the controls around it. */
function show(parent: XmlElement): void {
  if (parent.name.endsWith('Pr')) return;
  parent.children = parent.children.flatMap((child) =>
    typeof child === 'string' ? [child] : shownIn(child),
  );
}

function shownIn(child: XmlElement): XmlElement['children'] {
  if (removed.has(child.name)) return [];
  const wrapper =
    child.name === 'w:sdt'
      ? childOf(child, 'w:sdtContent')
      : child.name === 'mc:AlternateContent'
        ? chosenAlternative(child)
        : child;
  if (wrapper === undefined) return [];
  show(wrapper);
  return wrapper !== child || transparent.has(child.name) ? wrapper.children : [child];
}

/** Returns the content of alternatives that is read: the first choice that is understood, or the fallback. */
function chosenAlternative(alternatives: XmlElement): XmlElement | undefined {
  const choice = childrenOf(alternatives, 'mc:Choice').find(({ attributes }) =>
    (ownValue(attributes, 'Requires') ?? '').split(/\s+/).every((prefix) => understood.has(prefix)),
  );
  return choice ?? childOf(alternatives, 'mc:Fallback');
}
