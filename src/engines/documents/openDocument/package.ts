import { damaged, isConversionError } from '../../api/conversionError.ts';
import { parseElement, type XmlElement } from '../xmlTree.ts';
import { ZippedFiles } from '../zippedFiles.ts';

/** The entities that XML itself has, after their `&`. */
const isKnown = /^(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);$/i;

/** The files of an OpenDocument document. */
export class OpenPackage extends ZippedFiles {
  override read(path: string): Buffer | undefined {
    return super.read(path.replace(/^\.\//, ''));
  }

  /** Parses a file, without expanding entities. @throws ConversionError */
  xml(path: string): XmlElement | undefined {
    const text = this.read(path)?.toString();
    if (text === undefined) return undefined;
    try {
      const isolated = text.replaceAll(/&(#?\w*;?)/g, (all, name: string) =>
        isKnown.test(name) ? all : `&amp;${name}`,
      );
      return parseElement(isolated);
    } catch (error) {
      throw isConversionError(error) ? error : damaged('document', error);
    }
  }
}
