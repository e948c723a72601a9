const startOfCodestream = 0xff4f;
const sizeMarker = 0xff51;
/** Offset of the components' sizes, after those of the picture and its tiles. */
const componentsAt = 42;
const componentBytes = 3;

/** The picture's facts in a codestream header (ISO/IEC 15444-1, A.5.1). */
export interface Codestream {
  readonly width: number;
  readonly height: number;
  /** True if the picture begins at the origin of its grid. */
  readonly isAtOrigin: boolean;
  readonly components: readonly Component[];
}

interface Component {
  /** The depth minus one, with a sign flag, as in JP2 boxes. */
  readonly depth: number;
  /** The number of grid columns and rows per sample. */
  readonly across: number;
  readonly down: number;
}

/** True for a bare codestream, as in j2k files, rather than one in JP2 boxes. */
export function isCodestream(file: Buffer): boolean {
  return (
    file.length >= 4 && file.readUInt16BE(0) === startOfCodestream && file.readUInt16BE(2) === sizeMarker
  );
}

/** @throws RangeError if it ends too soon */
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

/** True if a component has fewer samples than the first, as with chroma subsampling. */
export function isSubsampled({ components }: Codestream): boolean {
  const [first] = components;
  return components.some(({ across, down }) => across !== first?.across || down !== first.down);
}
