import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { ZippedFiles } from '../zippedFiles.ts';

/** The encoding that an XML declaration or an element of a page states. */
const declaration =
  /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)["']|<meta\s[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]+)/i;
const headBytes = 1024;
/** The maximum number of elements, in addition to two for each byte. Real books have less than one. */
const maxElements = 200_000;

/** The files of a book. */
export class BookFiles extends ZippedFiles {
  readonly #read = new Set<string>();
  #elementsLeft: number;

  /** @throws ConversionError */
  constructor(bytes: Buffer) {
    super(bytes);
    this.#elementsLeft = maxElements + 2 * bytes.length;
  }

  isRead(name: string): boolean {
    return this.#read.has(name);
  }

  override read(name: string): Buffer | undefined {
    const content = super.read(name);
    if (content !== undefined) this.#read.add(name);
    return content;
  }

  /** Returns the text of a file, in UTF-8, UTF-16, or the encoding that it declares. @throws ConversionError */
  text(name: string): string | undefined {
    const bytes = this.read(name);
    const text = bytes && textOf(bytes);
    for (let at = text?.indexOf('<') ?? -1; at !== -1; at = text?.indexOf('<', at + 1) ?? -1) {
      if (text?.[at + 1] !== '/') this.#elementsLeft -= 1;
    }
    if (this.#elementsLeft < 0) throw new ConversionError(fault('document.depth'));
    return text;
  }
}

function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [, xml, page] = declaration.exec(bytes.toString('latin1', 0, headBytes)) ?? [];
    return decoded(bytes, xml ?? page ?? 'utf-8');
  }
}

function decoded(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
