const startOfCodestream = 0xff4f;
const sizeMarker = 0xff51;
/** Offset of the component sizes, which follow the sizes of the picture and its tiles. */
const componentsAt = 42;
const componentBytes = 3;

/** The properties of a picture in a codestream header (ISO/IEC 15444-1, A.5.1). */
export interface Codestream {
  readonly width: number;
  readonly height: number;
  /** True if the picture begins at the origin of the reference grid. */
  readonly isAtOrigin: boolean;
  readonly components: readonly Component[];
}

interface Component {
  /** Bits per sample minus one, with a sign flag, as JP2 boxes store it. */
  readonly depth: number;
  /** Number of grid columns and rows per sample. */
  readonly across: number;
  readonly down: number;
}

/** True if a file is a bare codestream, as `.j2k` files are, and false if it has JP2 boxes. */
export function isCodestream(file: Buffer): boolean {
  return (
    file.length >= 4 && file.readUInt16BE(0) === startOfCodestream && file.readUInt16BE(2) === sizeMarker
  );
}

/** @throws RangeError if the codestream is invalid or ends too soon */
export function readCodestream(bytes: Buffer): Codestream {
  if (!isCodestream(bytes)) throw new RangeError('Not a JPEG 2000 codestream');
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

/** True if a component has fewer samples than the first one, which is usual for chroma. */
export function isSubsampled({ components }: Codestream): boolean {
  const [first] = components;
  return components.some(({ across, down }) => across !== first?.across || down !== first.down);
}
