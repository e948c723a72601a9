const startOfCodestream = 0xff4f;
const sizeMarker = 0xff51;
/** Where the sizes of the components stand, behind those of the picture and its tiles. */
const componentsAt = 42;
const componentBytes = 3;

/** What the header of a codestream says of its picture (ISO/IEC 15444-1, A.5.1). */
export interface Codestream {
  readonly width: number;
  readonly height: number;
  /** Whether the picture begins at the corner of the grid that it lies on. */
  readonly isAtOrigin: boolean;
  readonly components: readonly Component[];
}

interface Component {
  /** The depth, less one, with a flag for a sign, as boxes of JP2 tell it, too. */
  readonly depth: number;
  /** How many columns and rows of the grid each sample covers. */
  readonly across: number;
  readonly down: number;
}

/** Whether the bytes are a bare codestream, as files named j2k are, and not in the boxes of a JP2. */
export function isCodestream(file: Buffer): boolean {
  return (
    file.length >= 4 && file.readUInt16BE(0) === startOfCodestream && file.readUInt16BE(2) === sizeMarker
  );
}

/** @throws RangeError where it ends too soon */
export function readCodestream(bytes: Buffer): Codestream {
  if (!isCodestream(bytes)) throw new RangeError('This is no codestream.');
  const [right, bottom] = [bytes.readUInt32BE(8), bytes.readUInt32BE(12)];
  const [left, top] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const components = Array.from({ length: bytes.readUInt16BE(40) }, (_, index) => {
    const at = componentsAt + index * componentBytes;
    return { depth: bytes.readUInt8(at), across: bytes.readUInt8(at + 1), down: bytes.readUInt8(at + 2) };
  });
  return {
    width: right - left,
    height: bottom - top,
    isAtOrigin: left === 0 && top === 0,
    components,
  };
}

/** Whether a component has fewer samples than the first, as differences of color have where brightness has all. */
export function isSubsampled({ components }: Codestream): boolean {
  const [first] = components;
  return components.some(({ across, down }) => across !== first?.across || down !== first.down);
}
